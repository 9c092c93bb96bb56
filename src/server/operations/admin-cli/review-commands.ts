import { z } from 'zod'
import { listReviews, reviewsListed } from '#server/features/reviews/list-reviews.ts'
import { planAnswer, planHiding, planShowing } from '#server/features/reviews/plan-review.ts'
import {
	type AdminContext,
	acting,
	type Command,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import type { Plan } from '#server/shop/plan.ts'
import { hidingReasons } from '#shared/admin/names.ts'

const listSchema = z.enum(reviewsListed)
const mostListed = 200

const reviewSchema = z.object({
	review_id: z.uuid(),
	day: z.iso.date(),
	product: z.string(),
	rating: z.int(),
	author: z.string(),
	/** How its writer got the guide: bought or free. */
	acquired: z.string(),
	refunded: z.boolean(),
	/** Null if the review is shown. */
	hidden_reason: z.string().nullable(),
	answered: z.boolean(),
	body: z.string(),
})

const decidedShape = z.object({ review_id: z.uuid() })

/** The commands about reviews. */
export const reviewCommands: Readonly<Record<string, Command>> = {
	reviews: reading({
		does: `lists the newest reviews, at most ${mostListed}`,
		takes: ['[all|unanswered|hidden]'],
		shape: z.object({ reviews: z.array(reviewSchema) }),
		read: async (admin, { args }) => ({ reviews: await readReviews(admin, args[0]) }),
		lines: ({ reviews }) => (reviews.length === 0 ? ['There are none.'] : reviews.map(lineOf)),
	}),
	answer: acting({
		does: 'publishes your answer below a review, or replaces it',
		takes: ['<review>'],
		options: { text: '<answer>' },
		needs: ['text'],
		shape: decidedShape,
		plan: async (admin, { args, options }, decided) => {
			const text = answerSchema.safeParse(options.text)
			if (!text.success) throw new UsageError('An answer has at most 1,000 characters.')
			const id = reviewId(args[0])
			return naming(id, await planAnswer(admin, { id, text: text.data }, decided))
		},
		lines: () => ['The answer will appear below the review within a few seconds.'],
	}),
	hide: acting({
		does: 'hides a review; the page still counts it, and names the reason',
		takes: ['<review>'],
		options: { reason: `<${hidingReasons.join(' | ')}>` },
		needs: ['reason'],
		shape: decidedShape,
		plan: async (admin, { args }, { reason: given, ...who }) => {
			const reason = reasonSchema.safeParse(given)
			if (!reason.success) {
				const reasons = hidingReasons.map((one) => `"${one}"`).join(', ')
				throw new UsageError(
					`Say why: --reason with one of ${reasons}. A review may not be hidden because it is negative.`,
				)
			}
			const id = reviewId(args[0])
			const decided = { ...who, reason: undefined }
			return naming(id, await planHiding(admin, { id, because: reason.data }, decided))
		},
		lines: () => [
			'The review will be hidden within a few seconds. Its writer sees the reason, and the page says how many are hidden and why.',
		],
	}),
	unhide: acting({
		does: 'shows a hidden review again',
		takes: ['<review>'],
		shape: decidedShape,
		plan: async (admin, { args }, decided) => {
			const id = reviewId(args[0])
			return naming(id, await planShowing(admin, id, decided))
		},
		lines: () => ['The review will be shown again within a few seconds.'],
	}),
}

const answerSchema = z.string().trim().min(1).max(1000)
const reasonSchema = z.enum(hidingReasons)

type Review = z.infer<typeof reviewSchema>

/** Lists reviews, newest first, with the ids by which the other commands name them. */
async function readReviews({ database }: AdminContext, wanted = 'all'): Promise<Review[]> {
	const which = listSchema.safeParse(wanted)
	if (!which.success) throw new UsageError('Say which reviews: all, unanswered or hidden.')
	const found = await listReviews(database, { show: which.data, most: mostListed })
	return found.map(({ id, writtenAt, hiddenReason, answer, product, rating, author, ...review }) => ({
		review_id: id,
		day: writtenAt.toISOString().slice(0, 10),
		product,
		rating,
		author,
		acquired: review.acquired,
		refunded: review.refunded,
		hidden_reason: hiddenReason,
		answered: answer !== null,
		body: review.body,
	}))
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
	if (!id.success) throw new UsageError('Give the id of the review, which npm run admin -- reviews shows.')
	return id.data
}

function naming(id: string, { will, act }: Plan<null>): Plan<z.infer<typeof decidedShape>> {
	return {
		will,
		act: async () => {
			await act()
			return { review_id: id }
		},
	}
}
