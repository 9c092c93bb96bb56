import {
	type ClientLoaderFunctionArgs,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
} from 'react-router'
import type { ProductToGet, ShelfProduct } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { NotFound, notFoundMeta } from '#web/frame/not-found.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { isForDocument, withUnsentPieces } from '#web/site/pieces.ts'
import { bundlesWith, onShelf, reviewsOf } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { contentOf, productAt } from './content.server.ts'
import { picturesOf } from './pictures.ts'
import { productPieces } from './pieces.tsx'
import { type ProductData, ProductView } from './product-view.tsx'
import { structuredDataOf } from './structured-data.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

/** Selects what the page shows of a product; null if the shop has no such product, or if it is coming soon. */
export function loader({ request, url }: LoaderFunctionArgs): ProductData | null {
	const product = productAt(url.pathname)
	if (product === undefined) return null
	const texts = { content: contentOf(product), reviews: reviewsOf(product.id) }
	const { title, description, previewPicture, previewPath, notes } = texts.content
	const { inside, video } = picturesOf(texts.content)
	const { count = 0, newest = [] } = texts.reviews ?? {}
	const data: ProductData = {
		product: toGet(onShelf(product), product.offSale !== null),
		title,
		description,
		previewPicture,
		previewPath,
		inside: inside.length === 0 ? null : { note: notes.inside ?? '', hasFilm: video !== undefined },
		moreReviewsAfter: count > newest.length ? (newest.at(-1)?.serial ?? null) : null,
		bundles: bundlesWith(product.id),
	}
	if (!isForDocument(request)) return { ...data, texts }
	const pieces = {
		...productPieces(texts),
		structuredData: product.offSale === null ? structuredDataOf(texts) : [],
	}
	return withUnsentPieces(data, pieces)
}

function toGet(product: ShelfProduct, isOffSale: boolean): ProductToGet {
	const { id, slug, title, shortTitle, pricePence, isFree, comingSoon } = product
	const { pdfFileName, stripeProductId, readingFile } = product
	return {
		id,
		slug,
		title,
		shortTitle,
		pricePence: isOffSale ? null : pricePence,
		isFree: isFree && !isOffSale,
		comingSoon,
		...(isOffSale ? { isOffSale: true } : {}),
		pdfFileName,
		stripeProductId,
		readingFile,
	}
}

/** Loads the page’s texts for a visitor who came by a link on the site, and the code that shows them. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<ProductData | null> {
	const [data, loaded] = await Promise.all([
		serverLoader<ProductData | null>(),
		lazyImport(() => import('./pieces.tsx')),
	])
	if (data?.texts === undefined) return data
	return { ...data, pieces: loaded.productPieces(data.texts) }
}

/** A product can have two addresses. The one under `/products/` is canonical. */
export function meta({ loaderData }: MetaArgs<typeof loader>) {
	if (loaderData == null) return notFoundMeta()
	const { product, title, description, previewPicture, previewPath } = loaderData
	return pageMeta({
		title,
		description,
		path: productPath(product),
		indexed: product.isOffSale !== true,
		...(previewPicture === null
			? {}
			: { picture: { slug: product.slug, alt: previewPicture, path: previewPath } }),
	})
}

/** Shown at addresses that name no released guide. It is rendered once, as `/products/404`. */
const noGuide = 'The address may be misspelt, or the guide isn’t out yet.'

export default function ProductPage() {
	const data = useLoaderData<ProductData | null>()
	// React keeps the component when the visitor goes from one product to another. Thanks to the key, the reviews, the form and the
	// opened folds of one product don't stay on the page of the next.
	return data === null ? <NotFound why={noGuide} /> : <ProductView key={data.product.slug} data={data} />
}
