import { z } from 'zod'
import {
	type AdminContext,
	acting,
	type Command,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import { sql } from '#server/platform/db/sql.ts'
import { answerReview, hideReview, unhideReview } from '#server/shop/reviews/decide-review.ts'
import { hidingReasons } from '#server/shop/reviews/read-review-summaries.ts'

const listed = {
	unanswered: sql`answer is null and hidden_at is null`,
	hidden: sql`hidden_at is not null`,
	all: sql`true`,
}
const listSchema = z.enum(['unanswered', 'hidden', 'all'])
const mostListed = 200

const reviewSchema = z.object({
	review_id: z.uuid(),
	day: z.iso.date(),
	product: z.string(),
	rating: z.int(),
	author: z.string(),
	/** Bought or free. */
	acquired: z.string(),
	refunded: z.boolean(),
	/** Null if it is shown. */
	hidden_reason: z.string().nullable(),
	answered: z.boolean(),
	body: z.string(),
})

const decidedShape = z.object({ review_id: z.uuid() })

/** Commands about reviews. */
export const reviewCommands: Readonly<Record<string, Command>> = {
	reviews: reading({
		does: `lists the newest reviews, at most ${mostListed}`,
		takes: ['[all|unanswered|hidden]'],
		shape: z.object({ reviews: z.array(reviewSchema) }),
		read: async (admin, { args }) => ({ reviews: await listReviews(admin, args[0]) }),
		lines: ({ reviews }) => (reviews.length === 0 ? ['There are none.'] : reviews.map(lineOf)),
	}),
	answer: acting({
		does: 'publishes your answer below a review, or replaces it',
		takes: ['<review>'],
		options: { text: '<answer>' },
		needs: ['text'],
		shape: decidedShape,
		plan: async (admin, { args, options }, { by }) => {
			const text = answerSchema.safeParse(options.text)
			if (!text.success) throw new UsageError('An answer has at most 1,000 characters.')
			const id = reviewId(args[0])
			return {
				will: [`Publishes below review ${id}: “${text.data}”`],
				act: async () => {
					await answerReview(admin.database, id, { by, text: text.data })
					return { review_id: id }
				},
			}
		},
		lines: () => ['The answer is below the review within a few seconds.'],
	}),
	hide: acting({
		does: 'hides a review, which the page counts with its reason',
		takes: ['<review>'],
		options: { reason: `<${hidingReasons.join(' | ')}>` },
		shape: decidedShape,
		plan: async (admin, { args }, { by, reason: given }) => {
			const reason = reasonSchema.safeParse(given)
			if (!reason.success) {
				const reasons = hidingReasons.map((one) => `"${one}"`).join(', ')
				throw new UsageError(
					`Say why: --reason with one of ${reasons}. A review may not be hidden because it is negative.`,
				)
			}
			const id = reviewId(args[0])
			return {
				will: [`Hides review ${id} as “${reason.data}”, which its writer sees.`],
				act: async () => {
					await hideReview(admin.database, id, { by, reason: reason.data })
					return { review_id: id }
				},
			}
		},
		lines: () => [
			'The review is hidden within a few seconds. Its writer sees the reason, and the page counts it.',
		],
	}),
	unhide: acting({
		does: 'shows a hidden review again',
		takes: ['<review>'],
		shape: decidedShape,
		plan: async (admin, { args }, { by }) => {
			const id = reviewId(args[0])
			return {
				will: [`Shows review ${id} again.`],
				act: async () => {
					await unhideReview(admin.database, id, { by })
					return { review_id: id }
				},
			}
		},
		lines: () => ['The review is shown again within a few seconds.'],
	}),
}

const answerSchema = z.string().trim().min(1).max(1000)
const reasonSchema = z.enum(hidingReasons)

type Review = z.infer<typeof reviewSchema>

/** Lists reviews, newest first, with the ids that the other commands take. */
async function listReviews({ database }: AdminContext, wanted = 'all'): Promise<Review[]> {
	const which = listSchema.safeParse(wanted)
	if (!which.success) throw new UsageError('Say which reviews: all, unanswered or hidden.')
	return await database.query(
		sql`
		select r.id as review_id, to_char(r.created_at, 'YYYY-MM-DD') as day, p.title as product, r.rating,
			r.author_name as author, r.acquired, r.refunded, case when r.hidden_at is not null then r.hidden_reason end as hidden_reason,
			r.answer is not null as answered, r.body
		from public.reviews r join public.products p on p.id = r.catalogue_id
		where ${listed[which.data]} order by r.serial desc limit ${mostListed}`,
		reviewSchema,
	)
}

function lineOf(review: Review): string {
	const { review_id, day, product, rating, author, acquired, refunded, hidden_reason, answered, body } =
		review
	const facts = [
		...[`${product}: ${rating} of 5`, author, acquired],
		...(refunded ? ['refunded since'] : []),
		...(hidden_reason === null ? [] : [`hidden (${hidden_reason})`]),
		...(answered ? ['answered'] : []),
	]
	const text = body === '' ? '' : `\n    ${body.replaceAll('\n', '\n    ')}`
	return `${review_id}  ${day}  ${facts.join(', ')}${text}`
}

function reviewId(argument: string | undefined): string {
	const id = z.uuid().safeParse(argument)
	if (!id.success) throw new UsageError('Name the review by its id, as npm run admin -- reviews shows it.')
	return id.data
}
