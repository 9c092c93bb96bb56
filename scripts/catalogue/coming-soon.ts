import type { Product } from '#shared/catalogue-schema.ts'
import { compilePdf } from './typst.ts'

/** The cover of a product that has no pages yet, from what its page says of it. */
export function comingSoonCover({ title, category, description, previewContent }: Product): Uint8Array {
	const [subtitle = ''] = description.split(/(?<=\.) /)
	const planned = [...previewContent.whatYouGet, ...previewContent.features].map(withoutPlanned)
	return compilePdf('catalogue/design/coming-soon.typ', {
		product: JSON.stringify({ title, category, subtitle, planned }),
	})
}

/** The cover says once that everything on its list is planned. */
function withoutPlanned(line: string): string {
	const text = line.replace(/^Planned: /, '')
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
