import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'

export const upkeepApi = {
	'refused-mails': reads(
		{},
		z.object({
			/** Oldest first. */
			rows: z.array(
				z.object({
					/** By which `forget-mail` takes it off the list. */
					id: z.string(),
					refused_at: instant,
					job: z.string(),
					/** What the email is about: the id of a purchase, an account, a request … */
					reference: z.string(),
					reason: z.string(),
				}),
			),
		}),
	),
	'rebuild-records': acts(
		{ days: z.int().min(1).max(3_650).default(30) },
		z.object({
			/** Purchases that were missing. */
			rebuilt: z.int(),
			/** Purchases that turned out to be paid. */
			delivered: z.int(),
			/** Fees that were missing. */
			fees: z.int(),
			/** How many purchases are on hold now. */
			on_hold: z.int(),
		}),
	),
	'start-rebuild': acts({ days: z.int().min(1).max(3_650).default(120) }, z.null()),
	/** Answers with what to do next. */
	resume: acts({}, z.string()),
}
