import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export const reviewsListed = ['all', 'unanswered', 'hidden'] as const

const conditions = {
	unanswered: sql`r.answer is null and r.hidden_at is null`,
	hidden: sql`r.hidden_at is not null`,
	all: sql`true`,
}

const reviewSchema = z.object({
	id: z.uuid(),
	/** Its position in the order in which reviews were written. The next page of a list begins after it. */
	serial: z.string(),
	writtenAt: z.date(),
	editedAt: z.date().nullable(),
	product: z.string(),
	rating: z.int(),
	body: z.string(),
	author: z.string(),
	/** How its writer got the guide: bought or free. */
	acquired: z.string(),
	refunded: z.boolean(),
	answer: z.string().nullable(),
	/** Null if the review is shown. */
	hiddenReason: z.string().nullable(),
})

interface Wanted {
	show: (typeof reviewsListed)[number]
	/** The id of a product; all products by default. */
	product?: string | undefined
	/** The `serial` of the last review of the page before. */
	after?: string | undefined
	most: number
}

/** Lists reviews, newest first. */
export async function listReviews(
	database: Pick<Database, 'query'>,
	{ show, product, after, most }: Wanted,
): Promise<z.infer<typeof reviewSchema>[]> {
	return await database.query(
		sql`
		select r.id, r.serial::text, r.created_at as "writtenAt", r.edited_at as "editedAt", p.title as product, r.rating, r.body,
			r.author_name as author, r.acquired, r.refunded, r.answer, r.hidden_reason as "hiddenReason"
		from public.reviews r join public.products p on p.id = r.catalogue_id
		where ${conditions[show]}
			and (${product ?? null}::text is null or r.catalogue_id = ${product ?? null})
			and (${after ?? null}::bigint is null or r.serial < ${after ?? null}::bigint)
		order by r.serial desc limit ${most}`,
		reviewSchema,
	)
}
