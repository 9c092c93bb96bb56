import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { articleSchema, type PublishedArticle } from '#shared/content/article.ts'
import { withoutUnknownFields } from '#shared/content/documents.ts'
import { instant } from '#shared/instant.ts'

/** Reads the articles that visitors can see, newest first. */
export async function readPublishedArticles(database: Pick<Database, 'query'>): Promise<PublishedArticle[]> {
	const rows = await database.query(
		sql`
		select d.id, d.published, dated.*
		from shop.documents d cross join lateral (
			select min(v.at) as "publishedAt", max(v.at) as "changedAt" from shop.document_versions v
			where v.kind = d.kind and v.id = d.id and v.change = 'published'
		) dated
		where d.kind = 'article' and d.published is not null and d.withdrawn_at is null`,
		z.object({ id: z.string(), published: z.unknown(), publishedAt: instant, changedAt: instant }),
	)
	return newestFirst(
		rows.map(({ published, id, ...dates }) => ({
			...articleSchema.parse(withoutUnknownFields({ kind: 'article', id }, published)),
			id,
			...dates,
		})),
	)
}

/** Sorts articles by the day of their first publication. */
export function newestFirst(articles: readonly PublishedArticle[]): PublishedArticle[] {
	const place = ({ publishedAt, id }: PublishedArticle) => `${publishedAt} ${id.padStart(9, '0')}`
	return articles.toSorted((one, other) => (place(one) < place(other) ? 1 : -1))
}
