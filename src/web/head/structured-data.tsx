import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { SchemaOrgItem } from './schema-org.ts'
import { breadcrumbs, itemList } from './schema-org.ts'
import { siteOrigin } from './site-origin.ts'

/** Embeds structured data for search engines. It says only what the page shows. */
export function StructuredData({ items }: { items: readonly SchemaOrgItem[] }) {
	const text = jsonInHtml({ '@context': 'https://schema.org', '@graph': items })
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped for a script element
		<script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
	)
}

const escapes: Readonly<Record<string, string>> = {
	'<': '\\u003c',
	'>': '\\u003e',
	'&': '\\u0026',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
}

/**
 * Formats a value as JSON for a `script` element: it cannot close the element, open a comment or end a line. Throws a
 * TypeError if the value cannot be expressed in JSON.
 */
export function jsonInHtml(value: unknown): string {
	const json: string | undefined = JSON.stringify(value)
	if (json === undefined) throw new TypeError('this has no form in JSON')
	return json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
}

interface ShelfDataProps {
	name: string
	path: string
	products: readonly ShelfProduct[]
}

/** The structured data of a page that lists products. */
export function ShelfData({ name, path, products }: ShelfDataProps) {
	const origin = siteOrigin()
	const steps = [
		{ name: 'Home', path: '/' },
		{ name, path },
	]
	return <StructuredData items={[breadcrumbs(origin, steps), itemList(origin, name, products)]} />
}
