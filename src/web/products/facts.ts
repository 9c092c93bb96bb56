import type { FurtherFile } from '#catalogue/further-files.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { penceToPounds, poundsToPence } from '#shared/money.ts'
import { capitalised } from '#shared/wording.ts'
import { siteText } from '#web/site/site-settings.ts'

/**
 * Returns "28 pages", or "4 pages to print" for a spreadsheet. Like the other facts, it is undefined if the catalogue has no figure.
 */
export function pagesFact(product: ShelfProduct): string | undefined {
	const { pageCount } = product.previewContent
	if (pageCount === null) return
	return isSpreadsheet(product) ? `${pageCount} pages to print` : `${pageCount} pages`
}

/** Returns "53 downloads". */
export function downloadsFact({ downloadCount }: ShelfProduct): string | undefined {
	return downloadCount === null ? undefined : `${downloadCount} downloads`
}

/** Returns "4.9 from 48 ratings". */
export function ratingFact({ rating }: ShelfProduct): string | undefined {
	return rating === null ? undefined : `${rating.value.toFixed(1)} from ${rating.count} ratings`
}

/**
 * Returns the current price, such as "14.99". The running server writes it into the pages. Returns undefined if the product has
 * no price.
 */
export function pricePounds({
	slug,
	pricePence,
}: Pick<ShelfProduct, 'slug' | 'pricePence'>): string | undefined {
	if (pricePence === null) return
	// A page that the browser has cached from an earlier release may lack the price.
	return siteText(`price-${slug}`) || penceToPounds(pricePence).toFixed(2)
}

/** Returns the current price in pence; null if the product has none. While pages are built, this is the catalogue's price. */
export function priceNow(product: Pick<ShelfProduct, 'slug' | 'pricePence'>): number | null {
	return import.meta.env.SSR ? product.pricePence : poundsToPence(Number(pricePounds(product) ?? 0)) || null
}

/** Returns "£14.99"; undefined if the product has no price. */
export function priceText(product: Pick<ShelfProduct, 'slug' | 'pricePence'>): string | undefined {
	const pounds = pricePounds(product)
	return pounds && `£${pounds}`
}

/** Returns the parts of `priceFact`: "Free", or "£14.99" and ", once". Undefined if the product has no price yet. */
export function priceParts(product: ShelfProduct): { amount: string; once: string } | undefined {
	if (product.isFree) return { amount: 'Free', once: '' }
	const amount = priceText(product)
	return amount === undefined ? undefined : { amount, once: ', once' }
}

/** Returns "Free" or "£14.99, once"; undefined if the product has no price yet. */
export function priceFact(product: ShelfProduct): string | undefined {
	const price = priceParts(product)
	return price && price.amount + price.once
}

/** Returns whether the product is mainly a spreadsheet. A phone can show only its instructions well. */
export function isSpreadsheet({ previewContent }: ShelfProduct): boolean {
	return previewContent.format.startsWith('XLSX')
}

/** Returns "Phone edition (PDF)", "E-book (EPUB)" or, for `…-worksheets.zip`, "Worksheets (ZIP)". */
export function furtherFileLabel({ name, format }: FurtherFile): string {
	if (format === 'EPUB') return 'E-book (EPUB)'
	const kind = /-(\w+)\.\w+$/.exec(name)?.[1] ?? 'extras'
	return `${capitalised(kind === 'phone' ? 'phone edition' : kind)} (${format})`
}
