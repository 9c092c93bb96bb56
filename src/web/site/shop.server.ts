import { readFileSync } from 'node:fs'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { PublishedArticle } from '#shared/content/article.ts'
import { catalogueCover, coverIn } from '#shared/content/picture.ts'
import type { OfferedBundle, OfferedProduct, ReviewSummary, ShopState } from '#shared/shop-state.ts'
import { ratingText } from '#shared/wording.ts'
import { assembleGallery, asThumbnail } from '#web/products/gallery.ts'
import { filesOf } from './picture-files.server.ts'

/** Returns the state of the shop that pages are rendered from. Only loaders call it: what pages show is what their loaders select. */
export function shopState(): ShopState {
	// During development the server writes the state to this file (`server/platform/http/web-build.ts`).
	if (import.meta.env.MODE === 'development')
		globalThis.shopState = JSON.parse(readFileSync('node_modules/.cache/headstart-shop.json', 'utf8'))
	if (globalThis.shopState === undefined) throw new Error('there is no state of the shop to render')
	return globalThis.shopState
}

/** Kept, because almost every page needs it, and a shop may have hundreds of products. */
const shelves = new WeakMap<ShopState, readonly ShelfProduct[]>()

/** Returns what lists and cards show of each product on offer. */
export function shelf(): readonly ShelfProduct[] {
	const state = shopState()
	const { first } = state.pages.home
	const place = ({ slug }: OfferedProduct) => (first.includes(slug) ? first.indexOf(slug) : first.length)
	const kept = shelves.get(state) ?? state.products.toSorted((a, b) => place(a) - place(b)).map(onShelf)
	shelves.set(state, kept)
	return kept
}

/** Returns the products that owners have taken off sale. No list shows them; their holders keep them. */
export function productsOffSale(): readonly OfferedProduct[] {
	return shopState().offSale
}

/** Returns the guide with this slug that is out, whether or not it is on sale; null if there is none. */
export function guideToRead(slug: string | undefined): ShelfProduct | null {
	const off = productsOffSale().map(onShelf)
	return [...shelf(), ...off].find((one) => one.slug === slug?.toLowerCase() && !one.comingSoon) ?? null
}

/** Returns whether a marketing claim is shown. */
export function isClaimShown(id: string): boolean {
	return shopState().claims.includes(id)
}

/** Returns what lists and cards show of a product. */
export function onShelf(product: OfferedProduct): ShelfProduct {
	const { id, slug, shortPath, title, shortTitle, description, pricePence, currency, isFree } = product
	const { category, readingTime, pdfFileName, comingSoon, edition, ownerEdition, releasedByOwner } = product
	const { pageCount, format, furtherFiles } = product.previewContent
	return {
		id,
		slug,
		title,
		shortTitle,
		description,
		pricePence,
		currency,
		isFree,
		category,
		readingTime,
		...(shortPath === undefined ? {} : { shortPath }),
		pdfFileName,
		comingSoon,
		releasedByOwner,
		...chosenCover(product),
		// A product that is coming soon can't be bought.
		stripeProductId: comingSoon ? null : product.stripeProductId,
		downloadCount: isClaimShown(`downloads-${slug}`) ? product.downloadCount : null,
		rating: ratingOf(product),
		edition: edition && { date: ownerEdition?.date ?? edition.date },
		previewContent: { pageCount, format },
		readingFile: furtherFiles.find((file) => file.format === 'JSON')?.name ?? null,
	}
}

/** Returns the cover that an owner has chosen for a product. The first one of the catalogue needs no data. */
function chosenCover({ slug, gallery }: OfferedProduct): Pick<ShelfProduct, 'cover'> {
	const cover = coverIn(gallery)
	if (cover === undefined || cover.name === catalogueCover) return {}
	const [found] = assembleGallery([cover], filesOf({ slug, gallery: [cover] }))
	if (found === undefined) return {}
	const { avif, src, width, height } = asThumbnail(found)
	return { cover: { avif, src, width, height } }
}

/** Returns the average rating in a product's reviews. Until there are reviews, that of the marketing claim, if it is shown. */
function ratingOf({ id, slug, comingSoon, rating }: OfferedProduct): string | null {
	const summary = shopState().reviews.find(({ catalogue_id: of }) => of === id)
	if (!comingSoon && summary !== undefined && summary.count > 0) return ratingText(summary)
	if (rating === null || !isClaimShown(`rating-${slug}`)) return null
	return `${rating.value.toFixed(1)} from ${rating.count} ratings`
}

/** Returns the published articles, newest first. Only loaders call it. */
export function articles(): readonly PublishedArticle[] {
	return shopState().articles
}

/** Returns the bundles that are on sale. Only loaders call it. */
export function bundlesOnSale(): OfferedBundle[] {
	return shopState().bundles
}

/** Returns the bundles on sale that contain a guide. Only loaders call it. */
export function bundlesWith(productId: string): OfferedBundle[] {
	return bundlesOnSale().filter(({ guides }) => guides.some(({ id }) => id === productId))
}

/** Returns the reviews that a guide's page shows; null if it has none. Only the loader of its page calls it. */
export function reviewsOf(productId: string): ReviewSummary | null {
	return shopState().reviews.find(({ catalogue_id: id }) => id === productId) ?? null
}
