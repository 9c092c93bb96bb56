import { z } from 'zod'
import type { End, Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refusalsInSeries } from '#server/shop/refused-checkouts.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { momentOf } from '#shared/dates.ts'
import { counted } from '#shared/wording.ts'

type Records = Pick<Database, 'query'>

const refusalsSchema = z.object({
	refusals: z.int(),
	since: z.date(),
	reason: z.string(),
})

/** Finds out whether Stripe refuses our checkouts, whatever the reason: then nobody can buy, although Stripe answers. */
export async function readRefusedCheckouts(database: Records, now: Date): Promise<Trouble | undefined> {
	const found = await maybeOne(database, refusalsInSeries(now), refusalsSchema)
	if (found === undefined) return undefined
	const { refusals, since, reason } = found
	return {
		kind: 'refused-checkouts',
		title: 'Stripe refuses our checkouts',
		meaning:
			'Buyers can’t reach the payment page, and nobody is charged. This ends with the next checkout that Stripe opens of what it has refused, and you’re told.',
		facts: [
			{ label: 'Stripe says', value: reason },
			{ label: 'Refused', value: counted(refusals, 'checkout') },
			{ label: 'Since', value: momentOf(since) },
		],
		todo: 'Usually something is missing in the account, or Stripe has restricted it. This tries a checkout and says what to do:',
		command: commandPages.doctor.command,
		link: { label: 'See the account at Stripe', href: 'https://dashboard.stripe.com/account/status' },
		cases: [{ id: 'refused', repeats: true }],
	}
}

/** Returns what to email once Stripe has opened a checkout again of all that it had refused; undefined until then. */
export async function readCheckoutsOpen(database: Records): Promise<End | undefined> {
	// Only a checkout that Stripe has opened leaves no refusal behind: old ones are deleted when another is recorded.
	if (await exists(database, sql`select from shop.refused_checkouts limit 1`)) return undefined
	return {
		kind: 'refused-checkouts',
		title: 'Stripe opens our checkouts again',
		meaning: 'Buyers reach the payment page again. Nobody was charged for a checkout that Stripe refused.',
		facts: [],
		todo: 'Nothing is left to do. If you want to be sure, this tries a checkout:',
		command: commandPages.doctor.command,
	}
}
