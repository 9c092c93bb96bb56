import { freeQuestions, paidQuestions } from '#catalogue/product-page.ts'
import { insideOf } from '#shared/inside.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { hasOpenGraph } from '#web/head/page-meta.ts'
import type { PageProduct, ProductContent, RelatedProduct } from '#web/products/product-content.ts'
import { drawnForGuide } from '#web/site/link-previews.server.ts'
import { filesOf } from '#web/site/picture-files.server.ts'
import { onShelf, productsOffSale, shelf, shopState } from '#web/site/shop.server.ts'
import { shopName } from '#web/site/site-settings.ts'

/** Returns the product with this slug; undefined if the shop has none. Capitals don't matter. */
export function productBySlug(slug: string | undefined): OfferedProduct | undefined {
	return shopState().products.find((product) => product.slug === slug?.toLowerCase())
}

/** Returns the products that have pages: those that an owner has taken off sale keep theirs. */
function productsWithPages(): OfferedProduct[] {
	return [...shopState().products, ...productsOffSale().filter(({ offSale }) => offSale === 'paused')]
}

/** Returns the product whose page has this path. Undefined if there is none, or if the product is coming soon. */
export function productAt(path: string): OfferedProduct | undefined {
	const address = path.toLowerCase()
	const product =
		productsWithPages().find(({ shortPath }) => shortPath === address) ??
		productsWithPages().find(({ slug }) => slug === address.split('/')[2])
	return product?.comingSoon === false ? product : undefined
}

/** Returns what a product's page shows. Of a product that is coming soon, that is what is planned. */
export function contentOf(product: OfferedProduct): ProductContent {
	const { page, gallery } = product
	if (page === null) return plannedContent(product)
	return {
		...page,
		product: onItsPage(product),
		gallery,
		...previewOf(product),
		files: filesOf(product),
		related: page.related.flatMap((related) => withProduct(related)),
	}
}

/** The repository has no picture for links to an owner's product. */
function previewOf(product: OfferedProduct): Pick<ProductContent, 'previewPicture' | 'previewPath'> {
	const { slug, page, openGraph, comingSoon } = product
	if (page !== null && hasOpenGraph(slug)) return { previewPicture: openGraph.alt }
	const drawn = comingSoon ? undefined : drawnForGuide(product)
	return drawn === undefined
		? { previewPicture: null }
		: { previewPicture: drawn.alt, previewPath: drawn.path }
}

/** A product that has no page of its own yet is shown as planned: without pictures, contents and files. */
function plannedContent(product: OfferedProduct): ProductContent {
	const { slug, title, description, isFree, comingSoon, previewContent } = product
	const planned = onItsPage(product)
	return {
		product: {
			...planned,
			// Shown as the length, because the number of pages is not known.
			readingTime: `One ${planned.previewContent.format}`,
			previewContent: {
				...previewContent,
				...(comingSoon ? {} : { whatYouGet: [...insideOf(product)], features: [] }),
				contents: [],
				files: [],
				furtherFiles: [],
				bytes: null,
			},
		},
		title: isFree ? `${title}, free` : title,
		description,
		author: shopName(),
		gallery: [],
		...previewOf(product),
		files: {},
		notes: { get: 'Yours to keep, with every new edition.' },
		questions: isFree ? freeQuestions : paidQuestions,
		related: shelf()
			.filter((other) => !other.comingSoon && other.slug !== slug && other.isFree)
			.slice(0, 2)
			.map((other) => ({ product: other, why: 'Free to start with' })),
	}
}

function onItsPage(product: OfferedProduct): PageProduct {
	const { previewContent, edition, earlierEditions, ownerEdition } = product
	const shelved = onShelf(product)
	return {
		...shelved,
		previewContent: { ...previewContent, ...shelved.previewContent },
		edition,
		ownerEdition,
		...(earlierEditions === undefined ? {} : { earlierEditions }),
	}
}

function withProduct({ slug, why }: { slug: string; why: string }): RelatedProduct[] {
	const product = productBySlug(slug)
	return product === undefined ? [] : [{ product: onShelf(product), why }]
}
