import { z } from 'zod'
import { acts, reads } from './declare.ts'

const timeSchema = z.iso.datetime()

export const bundlesApi = {
	bundles: reads(
		{},
		z.object({
			/** The newest first. */
			rows: z.array(
				z.object({
					id: z.string(),
					title: z.string(),
					sentence: z.string(),
					price_pence: z.int(),
					/** What its guides cost one by one, now. */
					sum_pence: z.int(),
					/** Their titles. */
					guides: z.array(z.string()),
					/** Not offered while a guide of it isn’t on sale, or all of them cost no more one by one. */
					state: z.enum(['on sale', 'not offered', 'withdrawn']),
					made_by: z.string(),
					made_at: timeSchema,
					withdrawn_at: timeSchema.nullable(),
					/** How often it was sold, and how many of those were refunded since. */
					sold: z.int(),
					refunded: z.int(),
					/** What was paid for it, before refunds. */
					paid_pence: z.int(),
				}),
			),
			/** What a bundle can be made of. */
			guides: z.array(z.object({ id: z.string(), title: z.string(), price_pence: z.int() })),
		}),
	),
	'make-bundle': acts(
		{
			title: z.string().trim().min(3).max(60),
			/** What it is good for, in a sentence. */
			sentence: z.string().trim().min(3).max(160),
			price_pence: z.int().min(30).max(99_999),
			/** The ids of products that are on sale. */
			guides: z.array(z.string().max(10)).min(2).max(20),
		},
		z.object({ id: z.string() }),
	),
	'withdraw-bundle': acts({ id: z.string().max(20) }, z.null()),
}
