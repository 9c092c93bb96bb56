import { jsonInHtml } from '#web/head/json-in-html.ts'
import type { SchemaOrgItem } from './schema-org.ts'

/** What a page is about, in the words of schema.org, for search engines. Nothing in it is said that the page does not show. */
export function StructuredData({ items }: { items: readonly SchemaOrgItem[] }) {
	const text = jsonInHtml({ '@context': 'https://schema.org', '@graph': items })
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: data of our own, escaped for this very place
		<script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
	)
}
