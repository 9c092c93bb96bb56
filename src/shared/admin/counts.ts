import { z } from 'zod'
import { reads } from './declare.ts'
import { periodText } from './period.ts'

const days = {
	/** The first and the last day, in UTC. */
	from: z.iso.date(),
	to: z.iso.date(),
}

export const countsApi = {
	'page-views': reads(
		{ period: periodText.default('30') },
		z.object({
			...days,
			/** The views of all pages, and those in the period before. */
			views: z.int(),
			views_before: z.int(),
			/** The most viewed pages. */
			pages: z.array(z.object({ views: z.int(), before: z.int(), path: z.string() })),
		}),
	),
	texts: reads(
		{ period: periodText.default('30') },
		z.object({
			...days,
			/** What the messages cost at the prices in the settings. */
			cost_pence: z.number(),
			/** Newest first. */
			days: z.array(
				z.object({
					/** Messages to confirmed numbers. */
					to_known: z.int(),
					/** Messages to other numbers. */
					to_others: z.int(),
					/** Codes that users typed correctly. */
					used: z.int(),
					failed: z.int(),
					refused: z.int(),
					cost_pence: z.number(),
					day: z.iso.date(),
					country: z.string(),
				}),
			),
		}),
	),
	'release-notices': reads(
		{},
		z.object({
			/** How many asked to be emailed about the release of a product, and what became of it. */
			rows: z.array(
				z.object({
					waiting: z.int(),
					asked: z.int(),
					confirmed: z.int(),
					sent: z.int(),
					unsubscribed: z.int(),
					product: z.string(),
				}),
			),
		}),
	),
}
