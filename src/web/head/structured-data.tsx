import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { jsonInHtml } from '#shared/json-in-html.ts'
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
