import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
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
	/** Only for a visitor who came by a link on the site: a document contains the texts as HTML. */
	texts?: HomeTexts
}

export function loader({ request }: LoaderFunctionArgs): HomeData {
	const testimonials = shopState().pages.home.testimonials.filter(({ id }) => isClaimShown(id))
	const data = { shelf: shelf(), hasTestimonials: testimonials.length > 0 }
	const texts = { testimonials }
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

export function meta() {
	return pageMeta({
		title: 'Headstart: free and premium guides for students and graduates',
		description:
			'Free and paid guides and templates on studying, money and careers, for UK and international students and graduates. Look at real pages before you choose.',
		path: '/',
	})
}

export default function HomePage() {
	const { hasTestimonials, pieces } = useLoaderData<HomeData>()
	return (
		<>
			<SigningIn />
			<Prerendered name="hero">{pieces?.hero}</Prerendered>
			<AllResources />
			<Section
				wide
				title="Before and after"
				note="Same person, same week. What changes is the page in front of them."
			>
				<ScrollingRow
					as="section"
					name="comparison"
					label="Three pages, before and after"
					className="sm:gap-12 lg:grid-cols-3"
				>
					{pieces?.comparison}
				</ScrollingRow>
			</Section>
			<Prerendered name="guidance">{pieces?.guidance}</Prerendered>
			{hasTestimonials ? (
				<Section brief title="What readers say" note="In their words, not ours.">
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
