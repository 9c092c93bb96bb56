import { shelf } from '#catalogue/shelf.ts'
import { poundsToPence } from '#shared/money.ts'
import { dateIn, field, numberIn, textIn } from '#web/session/read-fields.ts'
import type { DownloadableGuide } from '#web/shop/download-guide.ts'

export interface OwnedGuide {
	id: string
	name: string
	/** Null if there is no file to download. */
	file: DownloadableGuide | null
	/** Such as “PDF”; null for a guide the shop no longer offers. */
	format: string | null
	/** Whether the shop no longer offers it. It stays theirs. */
	isWithdrawn: boolean
	pricePence: number
	boughtAt: Date
	/** The current edition, as an ISO date. */
	edition: string | null
	/** When they last downloaded it, and which edition; null if never. */
	lastDownload: { at: Date; edition: string | null } | null
	/** Whether there is a newer edition than the one they last downloaded. */
	hasNewEdition: boolean
}

interface Rows {
	purchases: readonly unknown[] | undefined
	products: readonly unknown[] | undefined
	downloads: readonly unknown[] | undefined
}

/** Returns the guides the user owns, in the order of the purchases. `downloads` must be sorted newest first. */
export function readGuides({ purchases = [], products = [], downloads = [] }: Rows): OwnedGuide[] {
	return purchases.flatMap((row) => {
		if (textIn(row, 'status') !== 'completed') return []
		const catalogueId = textIn(row, 'catalogue_id')
		const ofProduct = (name: string) => (other: unknown) => field(other, name) === catalogueId
		return readGuide(row, products.find(ofProduct('id')), downloads.find(ofProduct('catalogue_id'))) ?? []
	})
}

function readGuide(row: unknown, product: unknown, download: unknown): OwnedGuide | null {
	const [id, name, price] = [textIn(row, 'id'), textIn(row, 'product_name'), numberIn(row, 'price')]
	const boughtAt = dateIn(row, 'created_at')
	if (id === null || name === null || price === null || boughtAt === null) return null
	const offered = shelf.find((candidate) => candidate.id === field(row, 'catalogue_id'))
	const title = textIn(product, 'title') ?? name
	const fileName = textIn(product, 'file_name')
	const edition = textIn(product, 'edition')
	const at = dateIn(download, 'at')
	const lastDownload = at && { at, edition: textIn(download, 'edition') }
	return {
		id,
		name,
		file:
			fileName === null ? null : { pdfFileName: fileName, title, shortTitle: offered?.shortTitle ?? title },
		format: offered?.previewContent.format ?? null,
		isWithdrawn: field(product, 'withdrawn') === true || offered === undefined,
		pricePence: poundsToPence(price),
		boughtAt,
		edition,
		lastDownload,
		// ISO dates can be compared as text.
		hasNewEdition: edition !== null && lastDownload?.edition != null && edition > lastDownload.edition,
	}
}
