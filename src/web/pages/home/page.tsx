import { useEffect } from 'react'
import {
	type ClientLoaderFunctionArgs,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
} from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { HomePage } from '#shared/content/own-pages.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { organizationAndSite } from '#web/head/schema-org.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { SigningIn } from '#web/session/signing-in.tsx'
import { isForDocument, type WithPieces, withUnsentPieces } from '#web/site/pieces.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { isClaimShown, shelf, shopState } from '#web/site/shop.server.ts'
import { siteOrigin } from '#web/site/site-settings.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { Section } from '#web/ui/section.tsx'
import { AllResources } from './all-resources.tsx'
import { type HomePieces, type HomeTexts, homePieces } from './pieces.tsx'
import { ScrollingRow } from './scrolling-row.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

/** What the page's loader selects. */
interface HomeData extends WithPieces<object, HomePieces> {
	shelf: readonly ShelfProduct[]
	hasTestimonials: boolean
	/** The words of what needs scripts, and of the page's head. */
	words: Pick<HomePage, 'title' | 'description' | 'shelfTitle' | 'readers'> & {
		comparison: Pick<HomePage['comparison'], 'title' | 'note'>
	}
	/** Only for a visitor who came by a link on the site: a document contains the texts as HTML. */
	texts?: HomeTexts
}

export function loader({ request }: LoaderFunctionArgs): HomeData {
	const { first: _, ...home } = shopState().pages.home
	const testimonials = home.testimonials.filter(({ id }) => isClaimShown(id))
	const { title, description, shelfTitle, readers } = home
	const comparison = { title: home.comparison.title, note: home.comparison.note }
	const words = { title, description, shelfTitle, readers, comparison }
	const data = { shelf: shelf(), hasTestimonials: testimonials.length > 0, words }
	const texts = { ...home, testimonials }
	return isForDocument(request) ? withUnsentPieces(data, homePieces(texts)) : { ...data, texts }
}

/** Loads the page’s texts for a visitor who came by a link on the site, and the code that shows them. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<HomeData> {
	const [data, loaded] = await Promise.all([
		serverLoader<HomeData>(),
		lazyImport(() => import('./pieces.tsx')),
	])
	return data.texts === undefined ? data : { ...data, pieces: loaded.homePieces(data.texts) }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	return loaderData === undefined ? [] : pageMeta({ ...loaderData.words, path: '/' })
}

export default function HomePageView() {
	const { hasTestimonials, words, pieces } = useLoaderData<HomeData>()
	useEffect(() => {
		// Without it, both halves stay as they are.
		void import('./compare-line.ts').then(
			({ moveLine }) => moveLine(),
			() => undefined,
		)
	}, [])
	return (
		<>
			<SigningIn />
			<Prerendered name="hero">{pieces?.hero}</Prerendered>
			<AllResources title={words.shelfTitle} />
			<Section wide {...words.comparison}>
				<ScrollingRow
					as="section"
					name="comparison"
					label="Two more pages, before and after"
					className="sm:gap-x-12 sm:gap-y-8 lg:grid-cols-2"
				>
					{pieces?.comparison}
				</ScrollingRow>
			</Section>
			<Prerendered name="guidance">{pieces?.guidance}</Prerendered>
			{hasTestimonials ? (
				<Section brief {...words.readers}>
					<ScrollingRow
						as="ul"
						name="testimonials"
						label="Readers"
						className="sm:gap-x-10 sm:border-t sm:border-rule sm:auto-cols-fr sm:grid-flow-col"
					>
						{pieces?.testimonials}
					</ScrollingRow>
				</Section>
			) : null}
			<Prerendered name="start">{pieces?.start}</Prerendered>
			<StructuredData items={import.meta.env.SSR ? organizationAndSite(siteOrigin()) : []} />
		</>
	)
}
