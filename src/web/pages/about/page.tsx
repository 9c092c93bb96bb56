import {
	type ClientLoaderFunctionArgs,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
} from 'react-router'
import type { AboutPage } from '#shared/content/own-pages.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { isForDocument, type WithPieces, withUnsentPieces } from '#web/site/pieces.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { isClaimShown, shelf, shopState } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { type AboutTexts, aboutPieces } from './about-pieces.tsx'

/** What the page's loader selects. */
interface AboutData
	extends WithPieces<Pick<AboutPage, 'title' | 'description'>, ReturnType<typeof aboutPieces>> {
	/** Only for a visitor who came by a link on the site: a document contains the texts as HTML. */
	texts?: AboutTexts
}

export function loader({ request }: LoaderFunctionArgs): AboutData {
	const { about: published } = shopState().pages
	const about = isClaimShown('creator-story') ? published : { ...published, story: [] }
	const covers = about.covers.flatMap((slug) =>
		shelf()
			.filter((product) => product.slug === slug)
			.map(({ releasedByOwner, cover }) => ({ slug, releasedByOwner, ...(cover && { cover }) })),
	)
	const { title, description } = about
	const data = { title, description }
	const texts = { about, covers }
	return isForDocument(request) ? withUnsentPieces(data, aboutPieces(texts)) : { ...data, texts }
}

/** Loads the page’s texts for a visitor who came by a link on the site, and the code that shows them. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<AboutData> {
	const [data, loaded] = await Promise.all([
		serverLoader<AboutData>(),
		lazyImport(() => import('./about-pieces.tsx')),
	])
	return data.texts === undefined ? data : { ...data, pieces: loaded.aboutPieces(data.texts) }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	return loaderData === undefined ? [] : pageMeta({ ...loaderData, path: '/about' })
}

export default function AboutPageView() {
	return <Prerendered name="about">{useLoaderData<AboutData>().pieces}</Prerendered>
}
