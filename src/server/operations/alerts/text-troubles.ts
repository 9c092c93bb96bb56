import { z } from 'zod'
import { firstOf, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const daySchema = z.object({
	day: z.string(),
	country: z.string(),
	sent: z.int(),
	used: z.int(),
	failed: z.int(),
	refused: z.int(),
})

/** With fewer messages than this, the share of codes that were used means nothing. */
const leastSent = 20
const leastUsed = 0.2

/** Looks for trouble among the text messages of today and yesterday. */
export async function readTextTroubles(
	database: Pick<Database, 'query'>,
	now: Date,
): Promise<Trouble | undefined> {
	const rows = await database.query(
		sql`
		select day::text, country, to_known + to_others as sent, used, failed, refused from auth.texts_sent
		where day >= ${now.toISOString().slice(0, 10)}::date - 1 order by day desc, country`,
		daySchema,
	)
	const bad = rows.flatMap((row) => {
		const reason = reasonOf(row)
		return reason === undefined ? [] : { ...row, reason }
	})
	if (bad.length === 0) return undefined
	return {
		kind: 'texts',
		title: 'Text messages need your attention',
		meaning:
			'If few of the codes are used, fraudsters may be requesting them: some numbers earn money from each message, at your cost. If messages are refused or fail, users cannot sign in by phone.',
		facts: firstOf(bad.map(({ day, country, reason }) => ({ label: `${country}, ${day}`, value: reason }))),
		todo: 'See what was sent where. Then remove a country from SMS_COUNTRIES, lower or raise the limits, or check the gateway:',
		command: 'npm run admin -- texts',
		cases: bad.map(({ day, country, reason }) => ({
			id: `${day} ${country} ${reason.replace(/\d+/g, 'n')}`,
			repeats: false,
		})),
	}
}

function reasonOf({ sent, used, failed, refused }: z.infer<typeof daySchema>): string | undefined {
	if (refused > 0) return `${refused} not sent because the day’s limit was reached`
	if (failed >= 5 && failed * 2 > sent) return `${failed} of ${sent} not accepted by the gateway`
	if (sent >= leastSent && used < sent * leastUsed) return `${used} of ${sent} codes used`
	return undefined
}
