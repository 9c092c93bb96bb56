import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/decide-purchase.ts'
import { answerReview, hideReview, unhideReview } from '#server/shop/reviews/decide-review.ts'
import { hidingReasons } from '#server/shop/reviews/read-review-summaries.ts'

interface ReviewAdmin {
	database: Database
}

interface Options {
	by?: string | undefined
	why?: string | undefined
	text?: string | undefined
}

const listed = {
	unanswered: sql`answer is null and hidden_at is null`,
	hidden: sql`hidden_at is not null`,
	all: sql`true`,
}
const listSchema = z.enum(['unanswered', 'hidden', 'all'])
const lineSchema = z.object({ line: z.string() })
const mostListed = 200

/** Lists reviews, newest first, with the ids that the other commands take. */
export async function listReviews({ database }: ReviewAdmin, argument = 'all'): Promise<string[]> {
	const which = listSchema.safeParse(argument)
	if (!which.success) throw new DecisionError('Say which reviews: all, unanswered or hidden.')
	const rows = await database.query(
		sql`
		select r.id || '  ' || to_char(r.created_at, 'YYYY-MM-DD') || '  ' || p.title || ': ' || r.rating || ' of 5, ' || r.author_name
			|| ', ' || r.acquired || case when r.refunded then ', refunded since' else '' end
			|| case when r.hidden_at is null then '' else ', hidden (' || r.hidden_reason || ')' end
			|| case when r.answer is null then '' else ', answered' end
			|| case when r.body = '' then '' else E'\n    ' || replace(r.body, E'\n', E'\n    ') end as line
		from public.reviews r join public.products p on p.id = r.catalogue_id
		where ${listed[which.data]} order by r.serial desc limit ${mostListed}`,
		lineSchema,
	)
	return rows.length === 0 ? ['There are none.'] : rows.map(({ line }) => line)
}

const answerSchema = z.object({ by: z.string().trim().min(1), text: z.string().trim().min(1).max(1000) })

export async function answer(
	{ database }: ReviewAdmin,
	argument?: string,
	options?: Options,
): Promise<string[]> {
	const given = answerSchema.safeParse(options)
	if (!given.success)
		throw new DecisionError(
			'Say who answers, and what, in at most 1,000 characters: --by "Ada" --text "Thank you. Page 4 is corrected."',
		)
	await answerReview(database, reviewId(argument), given.data)
	return ['The answer is below the review within a few seconds.']
}

const hidingSchema = z.object({ by: z.string().trim().min(1), why: z.enum(hidingReasons) })

export async function hide(
	{ database }: ReviewAdmin,
	argument?: string,
	options?: Options,
): Promise<string[]> {
	const given = hidingSchema.safeParse(options)
	if (!given.success) {
		const reasons = hidingReasons.map((reason) => `"${reason}"`).join(', ')
		throw new DecisionError(
			`Say who hides it, and why: --by "Ada" --why with one of ${reasons}. A review may not be hidden because it is negative.`,
		)
	}
	const { by, why: reason } = given.data
	await hideReview(database, reviewId(argument), { by, reason })
	return ['The review is hidden within a few seconds. Its writer sees the reason, and the page counts it.']
}

const byWhomSchema = z.object({ by: z.string().trim().min(1) })

export async function unhide(
	{ database }: ReviewAdmin,
	argument?: string,
	options?: Options,
): Promise<string[]> {
	const given = byWhomSchema.safeParse(options)
	if (!given.success) throw new DecisionError('Say who decided it: --by "Ada".')
	await unhideReview(database, reviewId(argument), given.data)
	return ['The review is shown again within a few seconds.']
}

function reviewId(argument: string | undefined): string {
	const id = z.uuid().safeParse(argument)
	if (!id.success) throw new DecisionError('Name the review by its id, as npm run admin -- reviews shows it.')
	return id.data
}
