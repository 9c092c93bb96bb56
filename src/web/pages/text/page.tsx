import {
	type ClientLoaderFunctionArgs,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
} from 'react-router'
import type { TextPage } from '#shared/content/text-page.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { isForDocument, type WithPieces, withUnsentPieces } from '#web/site/pieces.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { shopState } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { PageViewsClause } from './page-views-clause.tsx'
import { hasSwitch, type TextPieces, textPieces } from './text-pieces.tsx'

/** What the page's loader selects. */
interface TextPageData extends WithPieces<Pick<TextPage, 'title' | 'description'>, TextPieces> {
	path: string
	/** The title of the section with the switch for page views; null if the page has none. */
	switchTitle: string | null
	/** Only for a visitor who came by a link on the site: a document contains the text as HTML. */
	page?: TextPage
}

/** Finds the text by the path of the page: the terms at `/terms`. */
export function loader({ request, url }: LoaderFunctionArgs): TextPageData {
	const { contact, privacy, terms, refunds, accessibility } = shopState().pages
	const texts = { contact, privacy, terms, refunds, accessibility }
	const [id, page] = Object.entries(texts).find(([one]) =>
		url.pathname.toLowerCase().startsWith(`/${one}`),
	) ?? ['terms', terms]
	const { title, description, sections } = page
	const switchTitle = sections.find(hasSwitch)?.title ?? null
	const data = { title, description, path: `/${id}`, switchTitle }
	return isForDocument(request) ? withUnsentPieces(data, textPieces(page)) : { ...data, page }
}

/** Loads the text for a visitor who came by a link on the site, and the code that shows it. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<TextPageData> {
	const [data, loaded] = await Promise.all([
		serverLoader<TextPageData>(),
		lazyImport(() => import('./text-pieces.tsx')),
	])
	return data.page === undefined ? data : { ...data, pieces: loaded.textPieces(data.page) }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	return loaderData === undefined ? [] : pageMeta(loaderData)
}

/** A page that is a text: contact, privacy, terms, refunds and accessibility. */
export default function TextPageView() {
	const { path, switchTitle, pieces } = useLoaderData<TextPageData>()
	return (
		<article key={path} className="page-width pt-10 lg:pt-16">
			<Prerendered name="text">{pieces?.text}</Prerendered>
			{switchTitle === null ? null : (
				<>
					<PageViewsClause title={switchTitle} />
					<Prerendered name="rest">{pieces?.rest}</Prerendered>
				</>
			)}
		</article>
	)
}
