import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { jsonInHtml } from '#shared/json.ts'
import { siteOrigin } from '#web/site/site-settings.ts'
import type { SchemaOrgItem } from './schema-org.ts'
import { breadcrumbs, itemList } from './schema-org.ts'

interface StructuredDataProps {
	/** Empty in the browser, so that its scripts don't include the code that makes the items. */
	items: readonly SchemaOrgItem[]
}

/**
 * Embeds structured data for search engines. It must say nothing that the page does not show. Only the server renders it, and
 * hydration keeps it.
 */
export function StructuredData({ items }: StructuredDataProps) {
	const text = import.meta.env.SSR ? jsonInHtml({ '@context': 'https://schema.org', '@graph': items }) : '{}'
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
	return <StructuredData items={import.meta.env.SSR ? shelfItems({ name, path, products }) : []} />
}

function shelfItems({ name, path, products }: ShelfDataProps): SchemaOrgItem[] {
	const origin = siteOrigin()
	const steps = [
		{ name: 'Home', path: '/' },
		{ name, path },
	]
	return [breadcrumbs(origin, steps), itemList(origin, name, products)]
}
