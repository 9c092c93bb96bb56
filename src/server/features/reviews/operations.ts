import { z } from 'zod'
import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { productsApi } from '#shared/admin/products.ts'
import { reviewActs } from './plan-review.ts'

const reviewsAPage = 50

const conditions = {
	unanswered: sql`r.answer is null and r.hidden_at is null`,
	hidden: sql`r.hidden_at is not null`,
	all: sql`true`,
}

/** `serial` is the position in the order in which reviews were written. */
const reviewRow = productsApi.reviews.output.shape.rows.element.extend({ serial: z.string() })

export const reviewOperations = {
	reviews: reading(productsApi.reviews, {
		does: 'lists reviews, newest first',
		roles: ['owner', 'helper', 'accountant'],
		read: async ({ database }, { show, product = null, after = null }) => {
			const found = await database.query(
				sql`
				select r.id, r.serial::text, r.created_at as written_at, r.edited_at, p.title as product, r.rating, r.body,
					r.author_name as author, r.acquired, r.refunded, r.answer, r.hidden_reason
				from public.reviews r join public.products p on p.id = r.catalogue_id
				where ${conditions[show]}
					and (${product}::text is null or r.catalogue_id = ${product})
					and (${after}::bigint is null or r.serial < ${after}::bigint)
				order by r.serial desc limit ${reviewsAPage + 1}`,
				reviewRow,
			)
			const rows = found.slice(0, reviewsAPage)
			return { rows, next: found.length > reviewsAPage ? (rows.at(-1)?.serial ?? null) : null }
		},
	}),
	...reviewActs,
}
