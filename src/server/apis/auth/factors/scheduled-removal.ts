import { z } from 'zod'
import { dropLoneRecoveryCodes, lowerSessions } from '#server/apis/auth/factors/after-removal.ts'
import { recordEvent } from '#server/apis/auth/user/record-event.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import { removeYoungFactorsJob, sendRemovalNoticeJob } from '#server/features/accounts/jobs.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { Clock } from '#shared/clock.ts'

/**
 * A second factor that was set up less than this many days before the recovery may be an intruder's. If it is older, the user
 * has had time to react to the email about it.
 */
const youngDays = 7
const delaySeconds = 86_400

interface Event {
	now: Date
	/** The network address of the request. */
	from: { address: string }
}

/**
 * Schedules the removal of recently added second factors after an account recovery. The removal happens a day later, and the
 * user receives an email with a link to cancel it. A removal already scheduled stays unchanged.
 */
export async function scheduleRemoval(tx: Transaction, { id }: UserRow, { now, from }: Event): Promise<void> {
	const dueAt = new Date(now.getTime() + delaySeconds * 1000)
	const planned = await maybeOne(
		tx,
		sql`
		with young as (select ${now}::timestamptz - make_interval(days => ${youngDays}) as since)
		insert into auth.factor_removals (user_id, set_up_after, due_at, created_at)
		select ${id}, since, ${dueAt}, ${now} from young where exists (
			select from auth.mfa_factors f
			where f.user_id = ${id} and f.factor_type <> 'recovery_code' and f.status = 'verified' and f.created_at > since
		)
		on conflict (user_id) where stopped_at is null and done_at is null do nothing
		returning id`,
		idRow,
	)
	if (planned === undefined) return
	const removalId = planned.id
	await recordEvent(tx, {
		userId: id,
		action: 'factor_removal_planned',
		from,
		now,
		details: { due_at: dueAt },
	})
	await addJob(tx, sendRemovalNoticeJob, { removalId })
	await addJob(tx, removeYoungFactorsJob, { removalId }, { afterSeconds: delaySeconds })
}

/** Cancels a scheduled removal: the user has just completed the second step, so the factor is the user's own. */
export async function cancelRemoval(
	tx: Transaction,
	{ userId, now, from }: Event & { userId: string },
): Promise<void> {
	const stopped = await tx.execute(sql`
		update auth.factor_removals set stopped_at = ${now}
		where user_id = ${userId} and stopped_at is null and done_at is null`)
	if (stopped > 0) await recordEvent(tx, { userId, action: 'factor_removal_stopped', from, now })
}

const removalRow = z.object({
	user_id: z.string(),
	email: z.string().nullable(),
	set_up_after: z.date(),
	created_at: z.date(),
	due_at: z.date(),
})

/** Carries out a scheduled removal unless it was cancelled. Deletes the recovery codes too if no second factor is left. */
export async function removeYoungFactors(
	{ database, clock }: { database: Database; clock: Clock },
	{ removalId }: { removalId: string },
): Promise<void> {
	const now = clock.now()
	await database.asServer(async (tx) => {
		// Every operation locks the user first, which rules out deadlocks.
		await tx.execute(sql`
			select from auth.users
			where id = (select user_id from auth.factor_removals where id = ${removalId}) for no key update`)
		const removal = await maybeOne(
			tx,
			sql`
			select r.user_id, u.email, r.set_up_after, r.created_at, r.due_at
			from auth.factor_removals r join auth.users u on u.id = r.user_id
			where r.id = ${removalId} and r.stopped_at is null and r.done_at is null`,
			removalRow,
		)
		if (removal === undefined) return
		const secondsLeft = (removal.due_at.getTime() - now.getTime()) / 1000
		if (secondsLeft > 0) {
			await addJob(tx, removeYoungFactorsJob, { removalId }, { afterSeconds: secondsLeft })
			return
		}
		await remove(tx, removal, now)
		await tx.execute(sql`update auth.factor_removals set done_at = ${now} where id = ${removalId}`)
	})
}

async function remove(
	tx: Transaction,
	{ user_id: userId, email, set_up_after: after, created_at: before }: z.infer<typeof removalRow>,
	now: Date,
): Promise<void> {
	const young = await tx.query(
		sql`
		select id from auth.mfa_factors
		where user_id = ${userId} and factor_type <> 'recovery_code' and created_at > ${after} and created_at <= ${before}`,
		idRow,
	)
	if (young.length === 0) return
	for (const { id } of young) await lowerSessions(tx, { userId, factorId: id, now })
	await tx.execute(sql`delete from auth.mfa_factors where id = any(${young.map(({ id }) => id)})`)
	await dropLoneRecoveryCodes(tx, { userId, now })
	await recordEvent(tx, { userId, action: 'factor_unenrolled', from: null, now, noticeTo: email ?? '' })
}
