import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'
import type { SchemaOrgItem } from '#web/head/schema-org.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { fetchContent } from '#web/products/guide-content.ts'
import { Reviews } from '#web/reviews/reviews.tsx'
import type { WithPieces } from '#web/site/pieces.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { ShareRow } from '#web/site/share-row.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { Section } from '#web/ui/section.tsx'
import { ViewerHost } from '#web/viewer/viewer-host.tsx'
import { BuyBox } from './buy-box.tsx'
import { FilmPlace } from './film-place.tsx'
import { LookInside } from './look-inside.tsx'
import type { ProductPieces, ProductTexts } from './pieces.tsx'
import { ProductSection } from './product-section.tsx'
import { RelatedGuides } from './related-guides.tsx'

/** What the page's loader selects of a product. */
export interface ProductData
	extends WithPieces<object, ProductPieces & { structuredData?: readonly SchemaOrgItem[] }> {
	product: ProductToGet
	/** For the page's head, without the site's name. */
	title: string
	/** For search results. */
	description: string
	/** The alternative text of the picture in previews of links; null if the product has no such picture. */
	previewPicture: string | null
	previewPath?: string | undefined
	/** The note beside "Look inside", and whether a film is above the pages. Null if there are no pictures. */
	inside: { note: string; hasFilm: boolean } | null
	/** The serial of the last review on the page, if there are more. */
	moreReviewsAfter: number | null
	bundles: readonly OfferedBundle[]
	/** Only for a visitor who came by a link on the site: a document contains the texts as HTML. */
	texts?: ProductTexts
}

/** The page of any product: what it looks like, what is in it, what it costs, and the button to get it. */
export function ProductView({ data }: { data: ProductData }) {
	const { product, inside, bundles, moreReviewsAfter, texts, pieces } = data

	const loadContent = async () => texts?.content ?? (await fetchContent(product))
	async function loadPictures() {
		const pictures = lazyImport(() => import('./pictures.ts'))
		const [content, { picturesOf }] = await Promise.all([loadContent(), pictures])
		return picturesOf(content)
	}
	async function loadRelated() {
		const [{ related }, { RelatedList }] = await Promise.all([loadContent(), import('./related-list.tsx')])
		return <RelatedList related={related} />
	}
	return (
		<ViewerHost title={product.shortTitle} loadItems={async () => (await loadPictures()).all}>
			<article>
				<div className="product-grid page-width">
					<Prerendered name="head" className="product-head">
						{pieces?.head}
					</Prerendered>
					<BuyBox product={product} bundles={bundles} facts={pieces?.facts} />
					<div className="min-w-0">
						{inside === null ? null : (
							<ProductSection title="Look inside" note={inside.note} wide>
								{inside.hasFilm ? (
									<FilmPlace name="film" load={async () => (await loadPictures()).video}>
										{pieces?.film}
									</FilmPlace>
								) : null}
								<LookInside name="row">{pieces?.row}</LookInside>
							</ProductSection>
						)}
						<Prerendered name="details">{pieces?.details}</Prerendered>
						<ProductSection id="reviews" title="Reviews" note="By people who have it.">
							<Reviews
								product={product}
								newest={pieces?.reviews}
								policy={pieces?.reviewPolicy}
								moreAfter={moreReviewsAfter}
							/>
						</ProductSection>
						<Prerendered name="questions">{pieces?.questions}</Prerendered>
						<ShareRow className="lg:ml-46" title={product.title} path={productPath(product)} />
					</div>
				</div>
				<Section title="Goes well with this" note="Each is useful by itself, too.">
					<RelatedGuides name="related" load={loadRelated}>
						{pieces?.related}
					</RelatedGuides>
				</Section>
			</article>
			<StructuredData items={pieces?.structuredData ?? []} />
		</ViewerHost>
	)
}
