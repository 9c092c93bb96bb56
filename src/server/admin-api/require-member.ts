import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { type Role, roleSchema } from '#shared/admin/members.ts'
import type { AdminApiDependencies, AdminDependencies } from './dependencies.ts'
import {
	AccountBanned,
	idleMinutes,
	notAMember,
	roleNotAllowed,
	secondStepMissing,
	signInFirst,
} from './errors.ts'

/** The caller of the admin's API: a member of staff, or the service role, which may do whatever an owner may. */
export interface Member {
	/** Null for the service role. */
	id: string | null
	/** How the log names them. */
	name: string
	role: Role
	/**
	 * When the member last took the second step in this session. Null for the service role, and on a local run for members who
	 * have no second factor.
	 */
	secondStepAt: Date | null
}

const recentMinutes = 10
/** How often the use of a session is recorded, in milliseconds. */
const recordEveryMs = 60_000

const rowSchema = z.object({
	email: z.string(),
	banned: z.boolean(),
	role: roleSchema.nullable(),
	aal: z.enum(['aal1', 'aal2']),
	used_at: z.date(),
	has_second_step: z.boolean(),
	second_step_at: z.date().nullable(),
})

/**
 * Returns the caller. Requires a session that was opened in the admin, was used in the last half hour and has taken the second
 * step. On a local run, a member without a second factor needs no second step. Background requests do not count as use of the
 * session.
 */
export async function requireMember(
	{ authenticate, database, clock, config }: AdminApiDependencies,
	request: Request,
	{ isBackground }: { isBackground: boolean },
): Promise<Member> {
	const caller = await authenticate(request)
	if (caller.role === 'service') return serviceRole
	if (caller.role !== 'authenticated') throw signInFirst()
	const { session_id: sessionId, sub, aal } = caller.claims
	const now = clock.now()
	const [row] = await database.query(
		sql`
		select u.email, coalesce(u.banned_until > ${now}, false) as banned, m.role, s.aal,
			coalesce(s.admin_used_at, s.created_at) as used_at,
			exists (
				select from auth.mfa_factors f
				where f.user_id = u.id and f.status = 'verified' and f.factor_type in ('totp', 'webauthn')
			) as has_second_step,
			(
				select max(c.updated_at) from auth.mfa_amr_claims c
				where c.session_id = s.id and c.authentication_method in ('totp', 'mfa/webauthn', 'mfa/recovery_code')
			) as second_step_at
		from auth.sessions s
		join auth.users u on u.id = s.user_id
		left join auth.staff m on m.user_id = u.id
		where s.id = ${sessionId} and u.id = ${sub} and s.of_admin and (s.not_after is null or s.not_after > ${now})`,
		rowSchema,
	)
	if (row === undefined) throw signInFirst()
	if (row.banned) throw signInFirst(new AccountBanned())
	if (row.role === null) throw notAMember()
	const idleMs = now.getTime() - row.used_at.getTime()
	if (idleMs > idleMinutes * 60_000) {
		await database.query(sql`delete from auth.sessions where id = ${sessionId}`)
		throw signInFirst()
	}
	if (!row.has_second_step && config.isPublic)
		throw secondStepMissing('set-up', 'Set up a second step first: an authenticator app or a security key.')
	// A code sent to a phone does not count as the second step here, because phone numbers can be taken over.
	if (row.has_second_step && (row.aal !== 'aal2' || aal !== 'aal2' || row.second_step_at === null))
		throw secondStepMissing('take', 'Take your second step first.')
	if (!isBackground && idleMs > recordEveryMs)
		await database.query(sql`update auth.sessions set admin_used_at = ${now} where id = ${sessionId}`)
	const secondStepAt = row.has_second_step ? row.second_step_at : null
	return { id: sub, name: row.email, role: row.role, secondStepAt }
}

const serviceRole: Member = { id: null, name: 'service role', role: 'owner', secondStepAt: null }

/** Throws `access_denied` unless the member has one of the roles. */
export function requireRole({ role }: Member, allowed: readonly Role[]): void {
	if (!allowed.includes(role)) throw roleNotAllowed()
}

/** Rejects the service role with a `DecisionError` where an email goes to the member who asks for it. */
export function requireMailbox(memberId: string | null): asserts memberId is string {
	if (memberId === null) throw new DecisionError('A script has no mailbox. Only a member can be sent a test.')
}

/** A decision that the role allows in general, but not in this case: an owner may make it. */
export class RoleRefused extends DecisionError {}

/** Throws `RoleRefused` if the account that would receive something is the member's own, unless they are an owner. */
export function requireNotOwn(accountId: string | null, { id, role }: Member): void {
	if (role !== 'owner' && accountId === id) throw new RoleRefused('This is your own account. Ask an owner.')
}

/** Throws `insufficient_aal` unless the second step was taken in the last ten minutes. */
export function requireRecentStep({ clock, config }: AdminDependencies, { id, secondStepAt }: Member): void {
	if (id === null || (secondStepAt === null && !config.isPublic)) return
	const ageMs = clock.now().getTime() - (secondStepAt?.getTime() ?? 0)
	if (ageMs > recentMinutes * 60_000)
		throw secondStepMissing('take-again', 'This needs your second step again: the last one was a while ago.')
}
