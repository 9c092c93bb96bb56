import { z } from 'zod'
import { withClient } from '#server/operations/doctor/check-database.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { clockDifference, farApartMs } from '#server/platform/db/clock-difference.ts'

const about = 'Clock'
const patienceMs = 5_000

interface Clocks {
	/** By how many milliseconds this machine is ahead of the database. */
	database: number
	/** By how many it is ahead of Stripe; undefined if Stripe wasn't asked or didn't say. */
	stripe: number | undefined
}

/** Compares the clock of this machine with the database's and, unless the sandbox replaces it, with Stripe's. */
export async function checkClock(jobsUrl: string, stripeUrl: string | undefined): Promise<Finding[]> {
	const database = await withClient(jobsUrl, async (client) => {
		const asked = Date.now()
		const { rows } = await client.query('select clock_timestamp() as at')
		const { at } = z.object({ at: z.date() }).parse(rows[0])
		return (asked + Date.now()) / 2 - at.getTime()
	})
	return [
		compareClocks({
			database,
			stripe: (stripeUrl && (await aheadOf(stripeUrl).catch(() => undefined))) || undefined,
		}),
	]
}

async function aheadOf(url: string): Promise<number | undefined> {
	const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) })
	const date = Date.parse(answer.headers.get('date') ?? '')
	return Number.isNaN(date) ? undefined : Date.now() - date
}

/** Says which of the clocks is wrong. */
export function compareClocks({ database, stripe }: Clocks): Finding {
	const offDatabase = Math.abs(database) > farApartMs
	const offStripe = stripe !== undefined && Math.abs(stripe) > farApartMs
	if (!offDatabase && !offStripe) return { level: 'ok', about, says: 'agrees with the database’s' }
	const todo =
		'Set it by a time server (`timedatectl set-ntp true`). Until then, codes of authenticator apps and events from Stripe are refused. Nothing else needs to change.'
	if (offDatabase && stripe !== undefined && !offStripe)
		return {
			level: 'error',
			about,
			says: `that of the database is ${clockDifference(-database)} this machine’s, and Stripe’s agrees with this machine’s`,
			todo,
		}
	const other = offDatabase ? 'the database’s' : 'Stripe’s'
	return {
		level: 'error',
		about,
		says: `that of this machine is ${clockDifference(offDatabase ? database : (stripe ?? 0))} ${other}${offDatabase && offStripe ? ', and Stripe’s differs too' : ''}`,
		todo,
	}
}
