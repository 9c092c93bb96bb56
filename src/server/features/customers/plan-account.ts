import { z } from 'zod'
import { sendSecurityNoticeJob } from '#server/features/accounts/jobs.ts'
import type { Database } from '#server/platform/db/database.ts'
import { count, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import type { Decided, Plan } from '#server/shop/plan.ts'
import type { Clock } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'
import { accountName } from '#shared/names.ts'
import type { Account } from './find-purchase.ts'

/** The dependencies of the functions that change accounts. */
export interface AccountContext {
	database: Database
	clock: Clock
}

export const banSchema = z.object({
	user_id: z.uuid(),
	email: z.string().nullable(),
	/** Null if the account is not banned. */
	banned_until: z.iso.datetime().nullable(),
	/** How many sessions were ended. */
	sessions_ended: z.int(),
})

export const droppedSchema = z.object({ user_id: z.uuid(), email: z.string().nullable(), removed: z.int() })

/** Plans to ban an account until a given time. */
export function planBan(
	admin: AccountContext,
	{ account, until, days }: { account: Account; until: Date; days?: number },
	decided: Decided,
): Plan<z.infer<typeof banSchema>> {
	const { id, email } = account
	return {
		will: [
			`Bans ${accountName(account)} ${days === undefined ? `until ${momentOf(until)}` : `for ${days === 1 ? 'a day' : `${days} days`} from now`}: ends every session now, and refuses sign-in and downloads until then.`,
			'They are not emailed. What they have bought stays theirs.',
		],
		act: async () => ({
			user_id: id,
			email,
			banned_until: until.toISOString(),
			sessions_ended: await setBan(admin, { id, until, command: 'ban', ...decided }),
		}),
	}
}

/** Plans to end the ban of an account. */
export function planUnban(
	admin: AccountContext,
	account: Account,
	decided: Decided,
): Plan<z.infer<typeof banSchema>> {
	const { id, email, banned_until: until } = account
	const done = { user_id: id, email, banned_until: null, sessions_ended: 0 }
	if (until === null || until <= admin.clock.now()) return { will: [], act: async () => done }
	return {
		will: [`Ends the ban of ${accountName(account)}, which would last until ${momentOf(until)}.`],
		act: async () => {
			await setBan(admin, { id, until: null, command: 'unban', ...decided })
			return done
		},
	}
}

/** Plans to turn two-step verification off for a user who has lost every second factor. */
export async function planDropSecondStep(
	admin: AccountContext,
	account: Account,
	decided: Decided,
): Promise<Plan<z.infer<typeof droppedSchema>>> {
	const { id, email } = account
	const factors = await count(
		admin.database,
		sql`select count(*)::integer as count from auth.mfa_factors where user_id = ${id} and status = 'verified'`,
	)
	const done = { user_id: id, email, removed: 0 }
	if (factors === 0) return { will: [], act: async () => done }
	return {
		will: [
			`Turns two-step verification off for ${accountName(account)}, and signs them out everywhere.`,
			email === null
				? 'If they have a number, they are told by text. Make sure that it’s them: anyone with the number can then sign in.'
				: 'They are told by email. Make sure that it’s them: anyone with the password or the mailbox can then sign in.',
		],
		act: async () => ({ ...done, removed: await dropSecondStep(admin, { id, ...decided }) }),
	}
}

/**
 * Removes a user's second factors and recovery codes, ends the user's sessions and notifies the user. Returns how many factors
 * were removed.
 */
async function dropSecondStep(
	{ database }: AccountContext,
	{ id, ...decided }: Decided & { id: string },
): Promise<number> {
	return await database.asServer(async (tx) => {
		await tx.execute(sql`select from auth.users where id = ${id} for no key update`)
		const removed = await tx.execute(sql`delete from auth.mfa_factors where user_id = ${id}`)
		await tx.execute(sql`delete from auth.sessions where user_id = ${id}`)
		await recordAct(tx, { command: 'drop-second-step', ...decided, userId: id, details: { removed } })
		const entry = await maybeOne(
			tx,
			sql`
			insert into auth.audit_log_entries (user_id, action, notice_to)
			select id, 'factor_unenrolled', coalesce(email, case when phone_confirmed_at is not null then '+' || phone end)
			from auth.users where id = ${id}
			returning id, notice_to is not null as has_notice`,
			z.object({ id: z.uuid(), has_notice: z.boolean() }),
		)
		if (entry?.has_notice) await addJob(tx, sendSecurityNoticeJob, { entryId: entry.id })
		return removed
	})
}

interface Ban extends Decided {
	id: string
	until: Date | null
	command: 'ban' | 'unban'
}

/** Bans an account, or ends its ban. Returns how many sessions this ended. */
async function setBan({ database }: AccountContext, { id, until, ...act }: Ban): Promise<number> {
	return await database.asServer(async (tx) => {
		await tx.execute(sql`update auth.users set banned_until = ${until}, updated_at = now() where id = ${id}`)
		await recordAct(tx, { ...act, userId: id, details: until === null ? {} : { until: until.toISOString() } })
		return until === null ? 0 : await tx.execute(sql`delete from auth.sessions where user_id = ${id}`)
	})
}
