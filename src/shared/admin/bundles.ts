import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'

/** A bundle in the list. */
export const bundleRow = z.object({
	id: z.string(),
	title: z.string(),
	sentence: z.string(),
	price_pence: z.int(),
	/** What its guides cost separately at the moment. */
	sum_pence: z.int(),
	/** The titles of its guides. */
	guides: z.array(z.string()),
	/** `not offered`: one of its guides isn’t on sale, or the guides cost no more separately than the bundle does. */
	state: z.enum(['on sale', 'not offered', 'withdrawn']),
	made_by: z.string(),
	made_at: instant,
	withdrawn_at: instant.nullable(),
	/** How often it was sold, and how many of those sales have been refunded; null for a helper. */
	sold: z.int().nullable(),
	refunded: z.int().nullable(),
	/** What was paid for it in total, before refunds; null for a helper. */
	paid_pence: z.int().nullable(),
})

export const bundlesApi = {
	bundles: reads(
		{},
		z.object({
			/** Newest first. */
			rows: z.array(bundleRow),
			/** The guides that a bundle can contain. */
			guides: z.array(z.object({ id: z.string(), title: z.string(), price_pence: z.int() })),
		}),
	),
	'make-bundle': acts(
		{
			title: z.string().trim().min(3).max(60),
			/** Says in a sentence what the bundle is good for. */
			sentence: z.string().trim().min(3).max(160),
			price_pence: z.int().min(30).max(99_999),
			/** The ids of products that are on sale. */
			guides: z.array(z.string().max(10)).min(2).max(20),
		},
		z.object({ id: z.string() }),
	),
	'withdraw-bundle': acts({ id: z.string().max(20) }, z.null()),
}
