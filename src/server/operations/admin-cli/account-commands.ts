import { z } from 'zod'
import {
	type AdminContext,
	acting,
	type Command,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import { findAccount } from '#server/operations/admin-cli/find-subject.ts'
import { findUser, foundSchema, linesOfFound } from '#server/operations/admin-cli/find-user.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { momentOf } from '#shared/dates.ts'

const banShape = z.object({
	user_id: z.uuid(),
	email: z.string().nullable(),
	/** Null if the account is not banned. */
	banned_until: z.iso.datetime().nullable(),
	/** How many sessions were ended. */
	sessions_ended: z.int(),
})

/** Commands about one account. */
export const accountCommands: Readonly<Record<string, Command>> = {
	find: reading({
		does: 'shows a user and what they have bought, taken and downloaded; a part of the address or an id will do',
		takes: ['<email, receipt or id>'],
		shape: foundSchema,
		read: (admin, { args }) => findUser(admin, args[0]),
		lines: linesOfFound,
	}),
	ban: acting({
		does: 'bans an account until a day, or for a time such as 30d, 8w or 2y: it is signed out everywhere and cannot sign in',
		takes: ['<email, receipt or id>'],
		options: { until: '<2026-12-31>', for: '<30d>', reason: '<why>' },
		shape: banShape,
		plan: async (admin, { args, options }, decided) => {
			const until = banEnd(options, admin.clock.now())
			const { id, email } = await findAccount(admin.database, args[0])
			const shown = momentOf(until)
			return {
				will: [
					`Bans ${email ?? id} until ${shown}: ends every session now, and refuses sign-in and downloads until then.`,
					'They are not emailed. What they have bought stays theirs.',
				],
				act: async () => ({
					user_id: id,
					email,
					banned_until: until.toISOString(),
					sessions_ended: await setBan(admin, { id, until, command: 'ban', ...decided }),
				}),
			}
		},
		lines: ({ email, user_id, banned_until, sessions_ended }) => [
			`${email ?? user_id} is banned until ${momentOf(new Date(banned_until ?? 0))}. Sessions ended: ${sessions_ended}.`,
		],
	}),
	unban: acting({
		does: 'ends a ban',
		takes: ['<email, receipt or id>'],
		options: { reason: '<why>' },
		shape: banShape,
		plan: async (admin, { args }, decided) => {
			const { id, email, banned_until: until } = await findAccount(admin.database, args[0])
			const done = { user_id: id, email, banned_until: null, sessions_ended: 0 }
			if (until === null || until <= admin.clock.now()) return { will: [], act: async () => done }
			return {
				will: [`Ends the ban of ${email ?? id}, which would last until ${momentOf(until)}.`],
				act: async () => {
					await setBan(admin, { id, until: null, command: 'unban', ...decided })
					return done
				},
			}
		},
		lines: ({ email, user_id }) => [`${email ?? user_id} is not banned.`],
	}),
	'drop-second-step': acting({
		does: 'turns two-step verification off for a user who has lost the app, the key and the recovery codes',
		takes: ['<email, receipt or id>'],
		options: { reason: '<how they proved who they are>' },
		needs: ['reason'],
		shape: z.object({ user_id: z.uuid(), email: z.string().nullable(), removed: z.int() }),
		plan: async (admin, { args }, decided) => {
			const { id, email } = await findAccount(admin.database, args[0])
			const [row] = await admin.database.query(
				sql`select count(*)::integer as count from auth.mfa_factors where user_id = ${id} and status = 'verified'`,
				countSchema,
			)
			const done = { user_id: id, email, removed: 0 }
			if ((row?.count ?? 0) === 0) return { will: [], act: async () => done }
			return {
				will: [
					`Turns two-step verification off for ${email ?? id}, and signs them out everywhere.`,
					'They are emailed that it is off. Be sure that it is them: whoever has the password or the mailbox can sign in then.',
				],
				act: async () => ({ ...done, removed: await dropSecondStep(admin, { id, email, ...decided }) }),
			}
		},
		lines: ({ email, user_id, removed }) => [
			removed === 0
				? `${email ?? user_id} has no two-step verification.`
				: `${email ?? user_id} signs in without a second step now.`,
		],
	}),
}

const countSchema = z.object({ count: z.int() })

/** Removes a user's second steps and recovery codes, ends their sessions and notifies them. Returns how many were removed. */
async function dropSecondStep(
	{ database }: AdminContext,
	{ id, email, by, reason }: Pick<Ban, 'id' | 'by' | 'reason'> & { email: string | null },
): Promise<number> {
	return await database.asServer(async (tx) => {
		await tx.execute(sql`select from auth.users where id = ${id} for no key update`)
		const removed = await tx.execute(sql`delete from auth.mfa_factors where user_id = ${id}`)
		await tx.execute(sql`delete from auth.sessions where user_id = ${id}`)
		await recordAct(tx, { command: 'drop-second-step', by, reason, userId: id, details: { removed } })
		const [entry] = await tx.query(
			sql`
			insert into auth.audit_log_entries (user_id, action, notice_to) values (${id}, 'factor_unenrolled', ${email})
			returning id`,
			z.object({ id: z.uuid() }),
		)
		if (entry !== undefined && email !== null) await addJob(tx, 'send-security-notice', { entryId: entry.id })
		return removed
	})
}

const daySchema = z.iso.date()
const lengthSchema = z.stringFormat('length', /^[1-9]\d{0,3}[hdwy]$/)
const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 }

function banEnd({ until, for: length }: Readonly<Record<string, string | undefined>>, now: Date): Date {
	if ((until === undefined) === (length === undefined))
		throw new UsageError('Say how long: --until 2026-12-31, or --for 30d.')
	const end = until === undefined ? afterLength(length ?? '', now) : new Date(`${readDay(until)}T00:00:00Z`)
	if (end <= now) throw new UsageError(`${until} is over.`)
	return end
}

function readDay(text: string): string {
	const day = daySchema.safeParse(text)
	if (!day.success) throw new UsageError(`“${text}” is not a day such as 2026-12-31.`)
	return day.data
}

function afterLength(text: string, now: Date): Date {
	const length = lengthSchema.safeParse(text)
	if (!length.success) throw new UsageError(`“${text}” is not a time such as 12h, 30d, 8w or 2y.`)
	return new Date(
		now.getTime() + Number.parseInt(length.data, 10) * (hours[length.data.slice(-1)] ?? 0) * 3600_000,
	)
}

interface Ban {
	id: string
	until: Date | null
	command: 'ban' | 'unban'
	by: string
	reason: string | undefined
}

/** Bans an account, or ends its ban, and returns how many sessions that ended. */
async function setBan({ database }: AdminContext, { id, until, ...act }: Ban): Promise<number> {
	return await database.asServer(async (tx) => {
		await tx.execute(sql`update auth.users set banned_until = ${until}, updated_at = now() where id = ${id}`)
		await recordAct(tx, { ...act, userId: id, details: until === null ? {} : { until: until.toISOString() } })
		return until === null ? 0 : await tx.execute(sql`delete from auth.sessions where user_id = ${id}`)
	})
}
