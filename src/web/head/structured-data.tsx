import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { SchemaOrgItem } from './schema-org.ts'
import { breadcrumbs, itemList } from './schema-org.ts'
import { siteOrigin } from './site-origin.ts'

/** What a page is about, in the words of schema.org, for search engines. Nothing in it is said that the page does not show. */
export function StructuredData({ items }: { items: readonly SchemaOrgItem[] }) {
	const text = jsonInHtml({ '@context': 'https://schema.org', '@graph': items })
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: data of our own, escaped for this very place
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
 * JSON that can stand within a `script` element of a page: no text in it can close the element, open a comment or end a line.
 * It parses to what was given. Throws a TypeError for what JSON has no form for.
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

/** What a shelf's page tells search engines: where it stands, and what stands on it. */
export function ShelfData({ name, path, products }: ShelfDataProps) {
	const origin = siteOrigin()
	const steps = [
		{ name: 'Home', path: '/' },
		{ name, path },
	]
	return <StructuredData items={[breadcrumbs(origin, steps), itemList(origin, name, products)]} />
}
