import { readStarterShop } from '#catalogue/starter-shop.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { ShopDocument } from '#shared/content/documents.ts'

const starter = await readStarterShop()

/** Returns the documents of a release that has these products instead of those of the catalogue. */
export function starterWith(products: readonly Product[]): ShopDocument[] {
	const others = starter.filter(({ kind }) => kind !== 'product')
	const added = products.map(completed).map((product): ShopDocument => {
		const own = starter.find(({ kind, id }) => kind === 'product' && id === product.id)
		const { gallery, openGraph, page } = Object.assign(
			{ gallery: [], openGraph: { sheets: [], alt: product.title }, page: null },
			own?.content,
		)
		return { kind: 'product', id: product.id, content: { ...product, gallery, openGraph, page } }
	})
	return [...added, ...others]
}

/** Returns a product with everything that its schema asks of one that is out, or of one that is coming soon. */
function completed({ earlierEditions, ...product }: Product): Product {
	const { slug, isFree, comingSoon, previewContent } = product
	const taxCode = isFree ? null : (product.taxCode ?? 'txcd_10503000')
	const pricePence = isFree || comingSoon ? null : product.pricePence
	if (comingSoon) {
		const nothing = { pageCount: null, contents: [], files: [], furtherFiles: [], bytes: null }
		const planned = { ...previewContent, ...nothing }
		return { ...product, taxCode, pricePence, pdfFileName: null, edition: null, previewContent: planned }
	}
	return {
		...product,
		...(earlierEditions === undefined ? {} : { earlierEditions }),
		taxCode,
		pricePence,
		pdfFileName: product.pdfFileName ?? `${slug}.pdf`,
		edition: product.edition ?? { date: '2026-11-01', changes: 'First edition.' },
		previewContent: previewContent.pageCount === null ? { ...previewContent, ...oneFile } : previewContent,
	}
}

const oneFile: Pick<Product['previewContent'], 'pageCount' | 'contents' | 'files' | 'bytes'> = {
	pageCount: 2,
	contents: [{ title: 'One', page: 1 }],
	files: [{ name: 'one.pdf', format: 'PDF', bytes: 1_000, pages: 2 }],
	bytes: 1_000,
}
