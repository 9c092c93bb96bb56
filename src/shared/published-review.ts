import { z } from 'zod'

/** A review as anyone may read it. The browser imports only the type, so the schema is not in its scripts. */
export const publishedReviewSchema = z.object({
	/** Increases with each review that is written; used for paging. */
	serial: z.int(),
	rating: z.int().min(1).max(5),
	body: z.string(),
	/** The writer's first name. */
	author_name: z.string(),
	acquired: z.enum(['bought', 'free']),
	/** Whether the payment has been refunded since. */
	refunded: z.boolean(),
	/** Such as `2026-11`. */
	month: z.string(),
	edited: z.boolean(),
	/** The owner's answer. */
	answer: z.string().nullable(),
})

export type PublishedReview = z.infer<typeof publishedReviewSchema>
