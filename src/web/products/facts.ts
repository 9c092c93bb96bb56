import type { Product, ShelfProduct } from '#shared/catalogue-schema.ts'

const days = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'long',
	year: 'numeric',
	timeZone: 'UTC',
})

/** "28 pages", or "4 pages to print" for a spreadsheet. Like the other facts, undefined if the catalogue has no figure. */
export function pagesFact({ previewContent }: ShelfProduct): string | undefined {
	const { pageCount, format } = previewContent
	if (pageCount === null) return
	return format.startsWith('XLSX') ? `${pageCount} pages to print` : `${pageCount} pages`
}

/** "53 downloads" */
export function downloadsFact({ downloadCount }: ShelfProduct): string | undefined {
	return downloadCount === null ? undefined : `${downloadCount} downloads`
}

/** "4.9 from 48 ratings" */
export function ratingFact({ rating }: ShelfProduct): string | undefined {
	return rating === null ? undefined : `${rating.value.toFixed(1)} from ${rating.count} ratings`
}

/** "21 November 2026" */
export function editionFact({ edition }: Product): string | undefined {
	return edition === null ? undefined : days.format(new Date(edition.date))
}

/** `412345` -> `"412 kB"`, `2400000` -> `"2.4 MB"` */
export function formatBytes(bytes: number): string {
	return bytes < 1_000_000
		? `${Math.max(1, Math.round(bytes / 1000))} kB`
		: `${(bytes / 1_000_000).toFixed(1)} MB`
}
