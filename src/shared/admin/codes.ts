import { z } from 'zod'
import { codePattern } from '#shared/discount.ts'
import { instant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'

const guideSchema = z.object({
	id: z.string(),
	title: z.string(),
	price_pence: z.int(),
	/** Of its page or, for a bundle, of its offer. With `?code=` and a code it is a link to the price with that code. */
	address: z.url(),
})

/** A discount code in the list. */
export const codeRow = z.object({
	id: z.uuid(),
	code: z.string(),
	/** Exactly one of these two is set. */
	percent_off: z.int().nullable(),
	off_pence: z.int().nullable(),
	/** The guides and bundles that it is for; null for every paid guide and, with `for_bundles`, every bundle. */
	guides: z.array(z.string()).nullable(),
	guide_ids: z.array(z.string()).nullable(),
	for_bundles: z.boolean(),
	state: z.enum(['running', 'later', 'ended', 'used up', 'off', 'not at Stripe']),
	/** Why Stripe refuses the code. */
	refusal: z.string().nullable(),
	starts_at: instant,
	ends_at: instant.nullable(),
	most_uses: z.int().nullable(),
	once_per_customer: z.boolean(),
	made_by: z.string(),
	made_at: instant,
	/** How many purchases used it. Refunded ones still count, as they do at Stripe. */
	uses: z.int(),
	/** The sum that it took off, and the sum that was paid with it. */
	cost_pence: z.int(),
	paid_pence: z.int(),
})

export const codesApi = {
	'discount-codes': reads(
		{},
		z.object({
			/** Newest first. */
			rows: z.array(codeRow),
			/** The guides and bundles that a code can be for. */
			guides: z.array(guideSchema),
		}),
	),
	'make-code': acts(
		{
			code: z.string().trim().regex(codePattern, 'must have 3 to 20 letters and digits'),
			/** Exactly one of these two is sent. */
			percent_off: z.int().min(1).max(100).optional(),
			off_pence: z.int().min(1).max(1_000_000).optional(),
			/** The ids of guides and bundles. Without them, the code is for every paid guide. */
			guides: z.array(z.string().max(20)).min(1).max(50).optional(),
			/** Whether a code for every paid guide is for every bundle too. */
			with_bundles: z.boolean().default(false),
			/**
			 * The first and last day, in London time. Without a first day the code is valid immediately; without a last day, until it
			 * is turned off.
			 */
			from: z.iso.date().optional(),
			until: z.iso.date().optional(),
			most_uses: z.int().min(1).max(10_000).optional(),
			once_per_customer: z.boolean().default(false),
		},
		z.null(),
	),
	'turn-off-code': acts({ id: z.uuid() }, z.null()),
}
