import { z } from 'zod'
import { acts, reads } from './declare.ts'

const timeSchema = z.iso.datetime()
const guideSchema = z.object({ id: z.string(), title: z.string(), price_pence: z.int() })

export const codesApi = {
	'discount-codes': reads(
		{},
		z.object({
			/** The newest first. */
			rows: z.array(
				z.object({
					id: z.uuid(),
					code: z.string(),
					/** One of these two is null. */
					percent_off: z.int().nullable(),
					off_pence: z.int().nullable(),
					/** What it is for; null for every paid guide. */
					guides: z.array(z.string()).nullable(),
					state: z.enum(['running', 'later', 'ended', 'used up', 'off', 'not at Stripe']),
					/** Why Stripe refuses it. */
					refusal: z.string().nullable(),
					starts_at: timeSchema,
					ends_at: timeSchema.nullable(),
					most_uses: z.int().nullable(),
					once_per_customer: z.boolean(),
					made_by: z.string(),
					made_at: timeSchema,
					/** How often it was paid with. Refunded purchases stay counted, as at Stripe. */
					uses: z.int(),
					/** What it took off in all, and what was paid with it. */
					cost_pence: z.int(),
					paid_pence: z.int(),
				}),
			),
			/** What a code can be for. */
			guides: z.array(guideSchema),
		}),
	),
	'make-code': acts(
		{
			code: z
				.string()
				.trim()
				.regex(/^[a-z0-9]{3,20}$/i, 'must have 3 to 20 letters and digits'),
			/** One of these two. */
			percent_off: z.int().min(1).max(100).optional(),
			off_pence: z.int().min(1).max(1_000_000).optional(),
			/** The ids of products; every paid one without. */
			guides: z.array(z.string().max(10)).min(1).max(50).optional(),
			/** The first and the last day in London; at once, and until it is turned off, without. */
			from: z.iso.date().optional(),
			until: z.iso.date().optional(),
			most_uses: z.int().min(1).max(10_000).optional(),
			once_per_customer: z.boolean().default(false),
		},
		z.null(),
	),
	'turn-off-code': acts({ id: z.uuid() }, z.null()),
}
