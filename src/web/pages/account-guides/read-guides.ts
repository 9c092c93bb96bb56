import { bundlePath, isBundle } from '#shared/bundle-id.ts'
import type { EarlierEdition, Edition, ShelfProduct } from '#shared/catalogue-schema.ts'
import { poundsToPence } from '#shared/money.ts'
import { detailPath } from '#shared/paths.ts'
import type { FurtherFile } from '#web/products/facts.ts'
import { dateIn, field, numberIn, textIn } from '#web/session/read-fields.ts'
import type { DownloadableGuide } from '#web/shop/take-free-guide.ts'

/** What the shop offers now. */
export interface Offered {
	shelf: readonly ShelfProduct[]
	/** What owners have taken off sale, and its holders keep. */
	offSale: readonly ShelfProduct[]
	/** The editions of each product, newest first, by the product's id. The current edition is listed without its file. */
	editions: Readonly<Record<string, readonly EarlierEdition[]>>
	/** What can be downloaded besides the main file of each product, by the product's id. */
	furtherFiles: Readonly<Record<string, readonly FurtherFile[]>>
}

export interface OwnedGuide {
	/** The purchase's id. */
	id: string
	name: string
	/** Undefined if the page doesn’t know the product, because the shop no longer offers it. */
	product: ShelfProduct | undefined
	/** Null if there is no file to download. */
	file: DownloadableGuide | null
	/** Such as “PDF”; null for a guide that the shop no longer offers. */
	format: string | null
	/** Whether the shop no longer offers it. Users who have it keep it. */
	isWithdrawn: boolean
	pricePence: number
	/** The purchase of the bundle that contained it; null if it was bought on its own. */
	bundle: { purchaseId: string; name: string } | null
	boughtAt: Date
	/** The current edition, as an ISO date. */
	edition: string | null
	/** When the user last downloaded it, and which edition; null if never. */
	lastDownload: { at: Date; edition: string | null } | null
	/** Whether there is a newer edition than the one the user last downloaded. Without a download, the date of purchase counts. */
	hasNewEdition: boolean
	/** The editions that are newer than the user's, as far as the page knows them, newest first. */
	newer: readonly Edition[]
	/** Earlier editions whose file is kept, for users who got the guide before the current one. */
	kept: readonly EarlierEdition[]
	/** What can be downloaded besides the main file, such as the phone edition. */
	further: readonly FurtherFile[]
	/** From 1 to 5 stars; null if the user has not reviewed it. */
	rating: number | null
}

/** A guide that was paid for but can’t be downloaded, at least for now. */
export interface LostGuide extends Pick<OwnedGuide, 'id' | 'name' | 'product' | 'pricePence' | 'boughtAt'> {
	/** `pending`: the payment is on its way from the bank, which takes days. `failed`: it did not arrive. */
	status: 'refunded' | 'disputed' | 'held' | 'pending' | 'failed'
	/** The guides of a bundle; empty for a single guide, and for a bundle that was never delivered. */
	guides: readonly Pick<OwnedGuide, 'name' | 'product'>[]
	isBundle: boolean
	/** Where it can be bought again; undefined if it is no longer in the shop. */
	path: string | undefined
}

interface Rows {
	purchases: readonly unknown[] | undefined
	products: readonly unknown[] | undefined
	downloads: readonly unknown[] | undefined
	reviews?: readonly unknown[] | undefined
}

/** Returns the guides that the user owns, in the order of the purchases. `downloads` must be sorted newest first. */
export function readGuides(
	{ purchases = [], products = [], downloads = [], reviews = [] }: Rows,
	shop: Offered,
): OwnedGuide[] {
	return purchases.flatMap((row) => {
		// A bundle is left out, because each of its guides is listed.
		const catalogueId = textIn(row, 'catalogue_id')
		if (textIn(row, 'status') !== 'completed' || (catalogueId !== null && isBundle(catalogueId))) return []
		const ofProduct = (name: string) => (other: unknown) => field(other, name) === catalogueId
		const ownDownloads = downloads.filter(ofProduct('catalogue_id'))
		const guide = {
			row,
			product: products.find(ofProduct('id')),
			download: ownDownloads.find(isCurrentFile),
			bundle: bundleOf(row, purchases),
			rating: numberIn(reviews.find(ofProduct('catalogue_id')), 'rating'),
		}
		return readGuide(guide, shop) ?? []
	})
}

function bundleOf(guide: unknown, purchases: readonly unknown[]): OwnedGuide['bundle'] {
	const purchaseId = textIn(guide, 'part_of')
	const name = textIn(
		purchases.find((other) => field(other, 'id') === purchaseId),
		'product_name',
	)
	return purchaseId === null || name === null ? null : { purchaseId, name }
}

interface GuideRows extends Pick<OwnedGuide, 'bundle' | 'rating'> {
	/** The purchase. */
	row: unknown
	product: unknown
	download: unknown
}

function readGuide({ row, product, download, bundle, rating }: GuideRows, shop: Offered): OwnedGuide | null {
	const [id, name, price] = [textIn(row, 'id'), textIn(row, 'product_name'), numberIn(row, 'price')]
	const boughtAt = dateIn(row, 'created_at')
	if (id === null || name === null || price === null || boughtAt === null) return null
	const offered = offeredAs(row, shop) ?? offeredAs(row, { shelf: shop.offSale })
	const title = textIn(product, 'title') ?? name
	const fileName = textIn(product, 'file_name')
	const edition = textIn(product, 'edition')
	const at = dateIn(download, 'at')
	const lastDownload = at && { at, edition: textIn(download, 'edition') }
	const ownEdition = lastDownload?.edition ?? isoDay(lastDownload?.at ?? boughtAt)
	return {
		id,
		name,
		product: offered,
		file:
			fileName === null ? null : { pdfFileName: fileName, title, shortTitle: offered?.shortTitle ?? title },
		format: offered?.previewContent.format ?? null,
		isWithdrawn: field(product, 'withdrawn') === true || offered === undefined,
		pricePence: poundsToPence(price),
		bundle,
		rating,
		boughtAt,
		edition,
		lastDownload,
		// ISO dates can be compared as text.
		hasNewEdition: edition !== null && edition > ownEdition,
		further: offered === undefined ? [] : (shop.furtherFiles[offered.id] ?? []),
		...editionsFor(offered, shop, { current: edition, own: ownEdition, boughtOn: isoDay(boughtAt) }),
	}
}

/** Returns whether a download was of the current file, and not of an earlier edition or the reading edition. */
function isCurrentFile(download: unknown): boolean {
	return !/-(read|\d{4}-\d{2}-\d{2})\.\w+$/.test(textIn(download, 'file_name') ?? '')
}

/** Returns a guide's editions as far as the page knows them: the current edition may be newer than the page. */
function editionsFor(
	offered: ShelfProduct | undefined,
	{ editions }: Offered,
	{ current, own, boughtOn }: { current: string | null; own: string; boughtOn: string },
): Pick<OwnedGuide, 'newer' | 'kept'> {
	if (!offered?.edition || offered.edition.date !== current) return { newer: [], kept: [] }
	const all = editions[offered.id] ?? []
	return {
		newer: all.filter(({ date }) => date > own),
		kept: boughtOn < current ? all.filter(({ file }) => file !== null) : [],
	}
}

/** Returns the product of a purchase, if the page knows it. */
function offeredAs(purchase: unknown, { shelf }: Pick<Offered, 'shelf'>): ShelfProduct | undefined {
	return shelf.find(({ id }) => id === field(purchase, 'catalogue_id'))
}

function isoDay(date: Date): string {
	return date.toISOString().slice(0, 10)
}

const lostStatuses = ['refunded', 'disputed', 'held', 'pending', 'failed'] as const

/**
 * Returns the guides and bundles that the user has paid for but can’t download, newest purchase first. A guide that was bought
 * again is left out, unless the second payment is on hold.
 */
export function readLostGuides(purchases: readonly unknown[], shop: Offered): LostGuide[] {
	const seen = new Set(
		purchases.flatMap((row) => (textIn(row, 'status') === 'completed' ? [field(row, 'catalogue_id')] : [])),
	)
	return purchases.flatMap((row) => {
		const [id, name, price] = [textIn(row, 'id'), textIn(row, 'product_name'), numberIn(row, 'price')]
		const boughtAt = dateIn(row, 'created_at')
		const status = lostStatuses.find((known) => known === textIn(row, 'status'))
		if (status === undefined || id === null || name === null || price === null || boughtAt === null) return []
		// A checkout that was begun and not finished.
		if (status === 'pending' && dateIn(row, 'settling_since') === null) return []
		// A bundle is listed as a whole, so its guides are left out.
		if (textIn(row, 'part_of') !== null) return []
		const guide = field(row, 'catalogue_id')
		const product = offeredAs(row, shop)
		if (status !== 'held' && seen.has(guide)) return []
		seen.add(guide)
		const guides = purchases.flatMap((other) => {
			const title = textIn(other, 'part_of') === id ? textIn(other, 'product_name') : null
			return title === null ? [] : [{ name: title, product: offeredAs(other, shop) }]
		})
		return [
			{
				id,
				name,
				product,
				pricePence: poundsToPence(price),
				boughtAt,
				status,
				guides,
				isBundle: isBundle(String(guide)),
				path: isBundle(String(guide)) ? bundlePath(String(guide)) : product && detailPath(product),
			},
		]
	})
}
