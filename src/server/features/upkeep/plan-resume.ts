import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queuedJobs } from '#server/platform/jobs/queue.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { usualDays } from '#server/shop/compare-with-provider.ts'
import { endQuarantine, findQuarantine } from '#server/shop/live-site.ts'
import { type CheckoutSession, isPaidHere, type PaymentProvider } from '#server/shop/payment-provider.ts'
import { DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import { type Clock, dayMs } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { counted } from '#shared/wording.ts'

interface ResumeContext {
	database: Database
	payments: Pick<PaymentProvider, 'listCheckouts'>
	clock: Clock
	siteUrl: string
	isRehearsal: boolean
}

const jobSchema = z.object({ name: z.string(), count: z.int() })
const unknownSchema = z.object({ id: z.string() })

/**
 * Plans to end the quarantine of this database, and describes what the shop would do after that. Throws `DecisionError` if the
 * quarantine may not be ended.
 */
export async function planResume(admin: ResumeContext, by: string): Promise<PlannedAct<string>> {
	const { database, siteUrl, clock } = admin
	const quarantine = await findQuarantine(database, admin)
	if (quarantine === undefined) return { will: [], answer: 'The shop is not quarantined: nothing to do.' }
	const { mayEnd, obstacle, backupFrom } = quarantine
	if (!mayEnd) throw new DecisionError(`Not resumed: ${sentenceOf(obstacle)}`)
	const since = new Date((backupFrom ?? clock.now()).getTime() - usualDays * dayMs)
	return {
		will: [
			`Quarantined: ${obstacle.says}.`,
			...(await describeJobs(admin)),
			...(await describeUnknownPayments(admin, since)),
			...describeDeletions(backupFrom),
			'No other shop may work on a copy of this database: both would charge and email the same customers.',
		],
		execute: async (tx) => {
			await endQuarantine(tx, siteUrl, by)
			return {
				details: backupFrom === undefined ? {} : { backup_from: backupFrom.toISOString() },
				answer: `The database belongs to ${siteUrl} now. Restart the shop: it will then charge and email customers, and compare its records with Stripe’s.`,
			}
		},
	}
}

/** Warns that the restore has brought back accounts that were deleted after the backup. The shop has no list of them. */
function describeDeletions(backupFrom: Date | undefined): string[] {
	if (backupFrom === undefined) return []
	return [
		`Accounts deleted since ${momentOf(backupFrom)} exist again. Delete them again: the log of your mail server shows whose they are, because each was emailed about the deletion.`,
	]
}

async function describeJobs({ database }: ResumeContext): Promise<string[]> {
	const jobs = await database.query(
		sql`select name, count(*)::integer as count from ${queuedJobs} job group by name order by name`,
		jobSchema,
	)
	if (jobs.length === 0) return ['No job is waiting.']
	return ['Waiting jobs, which would run:', ...jobs.map(({ name, count }) => `  ${count} × ${name}`)]
}

/** Describes the payments that the provider has and the database lacks, because they were made after the backup. */
async function describeUnknownPayments(
	{ database, payments }: ResumeContext,
	since: Date,
): Promise<string[]> {
	const paid: CheckoutSession[] = []
	for await (const checkoutSession of payments.listCheckouts(since))
		if (isPaidHere(checkoutSession)) paid.push(checkoutSession)
	const known = await database.query(
		sql`select session_id as id from shop.checkouts where session_id = any (${paid.map(({ id }) => id)})`,
		unknownSchema,
	)
	const isKnown = new Set(known.map(({ id }) => id))
	const missing = paid.filter(({ id }) => !isKnown.has(id))
	const buyers = [...new Set(missing.flatMap(({ userId }) => userId ?? []))]
	const accounts = await database.query(
		sql`select id::text as id from auth.users where id::text = any (${buyers})`,
		unknownSchema,
	)
	const sum = missing.reduce((pence, { totalPence }) => pence + totalPence, 0)
	const day = since.toISOString().slice(0, 10)
	if (missing.length === 0)
		return [
			`Stripe has ${counted(paid.length, 'paid Checkout Session')} of this shop since ${day}, and the database has them all.`,
		]
	return [
		`Stripe has ${counted(paid.length, 'paid Checkout Session')} of this shop since ${day}. The database lacks ${missing.length} of them (${formatPounds(sum)}), which would be rebuilt:`,
		...missing.map(
			({ id, createdAt, totalPence }) =>
				`  ${createdAt.toISOString().slice(0, 10)}  ${formatPounds(totalPence)}  ${id}`,
		),
		`${buyers.length - accounts.length} of their ${buyers.length} buyers have no account here: their purchases would go on hold.`,
	]
}
