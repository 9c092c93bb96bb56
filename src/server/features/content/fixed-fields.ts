import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '#shared/content/documents.ts'

/**
 * Everything of a product that its document shows but an owner cannot change in it. Other acts of the admin decide it, which check
 * more than a document can; or it is a fact about files, which are in the store from the start of a release on.
 */
const fixedFields = [
	...['slug', 'shortPath', 'currency', 'isFree', 'comingSoon', 'pricePence', 'stripeProductId', 'taxCode'],
	...['pdfFileName', 'edition', 'earlierEditions'],
	...['pageCount', 'contents', 'files', 'furtherFiles', 'bytes'].map((field) => `previewContent.${field}`),
]

/** Returns a product's document with everything that an owner cannot change as another has it. */
export function withFixedFields(content: unknown, source: unknown): unknown {
	return fixedFields.reduce(
		(copied, path) => withField(copied, path.split('.'), fieldOf(source, path)),
		// Only a product that is out has a page of its own. The first one comes with its pictures.
		fieldOf(content, 'page') === null ? withFirstPage(content, source) : content,
	)
}

function withFirstPage(content: unknown, source: unknown): unknown {
	return fieldOf(source, 'page') == null
		? content
		: ['page', 'gallery', 'openGraph'].reduce(
				(copied, field) => withField(copied, [field], fieldOf(source, field)),
				content,
			)
}

/** Finds what a draft changes although an owner cannot change it in a document. A new product is coming soon at first. */
export function findFixedFaults(published: unknown, draft: unknown): Fault[] {
	if (published === null)
		return fieldOf(draft, 'comingSoon') === true
			? []
			: [{ path: 'comingSoon', says: 'a new product is coming soon until it is released' }]
	return fixedFields
		.filter((path) => !isDeepStrictEqual(fieldOf(published, path), fieldOf(draft, path)))
		.map((path) => ({ path, says: 'this can’t be changed here' }))
}

/** Returns a copy of an object with one field set, or removed if the value is undefined. Anything but an object is returned as it is. */
function withField(content: unknown, [field = '', ...inner]: readonly string[], value: unknown): unknown {
	if (!isRecord(content)) return content
	if (inner.length > 0) return { ...content, [field]: withField(content[field], inner, value) }
	const { [field]: _, ...others } = content
	return value === undefined ? others : { ...others, [field]: value }
}

function fieldOf(content: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce((value: unknown, field) => (isRecord(value) ? value[field] : undefined), content)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
