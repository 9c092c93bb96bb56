import type { AccessFact, Product, ShelfProduct } from '#shared/catalogue-schema.ts'
import { penceToPounds } from '#shared/money.ts'
import { capitalised } from '#shared/wording.ts'

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

/** Returns the price, such as "14.99"; undefined if the product has none. */
export function pricePounds({ pricePence }: Pick<ShelfProduct, 'pricePence'>): string | undefined {
	return pricePence === null ? undefined : penceToPounds(pricePence).toFixed(2)
}

/** Returns "£14.99"; undefined if the product has no price. */
export function priceText(product: Pick<ShelfProduct, 'pricePence'>): string | undefined {
	const pounds = pricePounds(product)
	return pounds && `£${pounds}`
}

/** Returns the parts of `priceFact`: "Free", or "£14.99" and ", once". Undefined if the product has no price yet. */
export function priceParts(
	product: Pick<ShelfProduct, 'isFree' | 'pricePence'>,
): { amount: string; once: string } | undefined {
	if (product.isFree) return { amount: 'Free', once: '' }
	const amount = priceText(product)
	return amount === undefined ? undefined : { amount, once: ', once' }
}

/** Returns "Free" or "£14.99, once"; undefined if the product has no price yet. */
export function priceFact(product: Pick<ShelfProduct, 'isFree' | 'pricePence'>): string | undefined {
	const price = priceParts(product)
	return price && price.amount + price.once
}

/** Returns whether the product is mainly a spreadsheet. A phone can show only its instructions well. */
export function isSpreadsheet({ previewContent }: ShelfProduct): boolean {
	return previewContent.format.startsWith('XLSX')
}

const accessWords = {
	tags: 'Tagged PDF',
	headings: 'headings',
	descriptions: 'pictures described',
} as const satisfies Partial<Record<AccessFact, string>>

/** Returns what a guide offers people who don't see it or need large text, such as "Tagged PDF, headings, e-book". */
export function accessFact({
	access = [],
	furtherFiles,
}: Pick<Product['previewContent'], 'access' | 'furtherFiles'>): string | undefined {
	const words = access.flatMap((fact) => (fact === 'still' ? [] : [accessWords[fact]]))
	if (words.length === 0) return undefined
	return [...words, ...(furtherFiles.some(({ format }) => format === 'EPUB') ? ['e-book'] : [])].join(', ')
}

/** A file that users of a guide can download besides its main file. */
export type FurtherFile = Pick<
	Product['previewContent']['furtherFiles'][number],
	'name' | 'format' | 'title' | 'purpose'
>

/** Returns "Phone edition (PDF)", "E-book (EPUB)" or, for `…-worksheets.zip`, "Worksheets (ZIP)"; of an owner's file, its own name. */
export function furtherFileLabel({ name, format, title }: FurtherFile): string {
	if (title !== undefined) return `${title} (${format})`
	if (format === 'EPUB') return 'E-book (EPUB)'
	const kind = /-(\w+)\.\w+$/.exec(name)?.[1] ?? 'extras'
	return `${capitalised(kind === 'phone' ? 'phone edition' : kind)} (${format})`
}
