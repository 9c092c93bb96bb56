import { z } from 'zod'
import { notAdmin } from '#server/apis/auth/admin/errors.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { noBearerToken } from '#server/apis/auth/errors.ts'
import { requireLiveSession, requireSecondStep } from '#server/apis/auth/sessions/sessions.ts'
import { hasSecondStep } from '#server/apis/auth/user/users.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { secondStepRequired } from '#server/platform/errors.ts'

/** The second steps that count if the shop has an admin. As in the admin, a code sent to a phone does not count. */
const steps: readonly string[] = ['totp', 'mfa/webauthn', 'mfa/recovery_code']
const recentSeconds = 10 * 60

const memberSchema = z.object({ role: z.string(), of_admin: z.boolean() })

/** The caller of the Admin API: the service role, or an owner of the shop. */
export interface Admin {
	/** Null for the service role. */
	ownerId: string | null
}

/**
 * Returns the caller of the Admin API. Throws `no_authorization` without a token, `not_admin` for anybody but the service role
 * and an owner, and `insufficient_aal` for an owner who has not taken the second step. If the shop has an admin, the owner's
 * session must have been opened there, and the second step must be recent. Otherwise a script that steals a session from the
 * shop's pages could open every account.
 */
export async function requireAdmin(auth: AuthDependencies, request: Request): Promise<Admin> {
	if (!request.headers.has('authorization')) throw noBearerToken()
	const caller = await auth.authenticate(request)
	if (caller.role === 'service') return { ownerId: null }
	if (caller.role === 'anon') throw notAdmin()
	const session = await requireLiveSession(auth, request)
	const member = await maybeOne(
		auth.database,
		sql`
		select m.role, s.of_admin from auth.staff m join auth.sessions s on s.user_id = m.user_id
		where m.user_id = ${session.user.id} and s.id = ${session.claims.session_id}`,
		memberSchema,
	)
	const { adminIsOpen = false } = auth.settings
	if (member?.role !== 'owner' || (adminIsOpen && !member.of_admin)) throw notAdmin()
	const message = 'The Admin API requires a second step'
	if (!hasSecondStep(session.user)) throw secondStepRequired(message)
	requireSecondStep(session, { status: 403, message })
	const now = auth.clock.now().getTime() / 1_000
	const isRecent = session.methods.some(
		({ method, timestamp }) => steps.includes(method) && timestamp >= now - recentSeconds,
	)
	if (adminIsOpen && !isRecent) throw secondStepRequired(message)
	return { ownerId: session.user.id }
}
