import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { LiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { hasSecondStep } from '#server/apis/auth/user/users.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { secondStepRequired } from '#server/platform/errors.ts'

const counted: ReadonlySet<string> = new Set(['totp', 'mfa/webauthn', 'mfa/recovery_code'])

/**
 * Throws `insufficient_aal` if the user is a member of staff who has an authenticator app or a security key, but took the
 * second step by phone. The admin does not accept a phone, so a session verified by phone only must not change the factors that
 * the admin does accept.
 */
export async function requireMembersStep(
	{ database }: Pick<AuthDependencies, 'database'>,
	{ user, methods }: Pick<LiveSession, 'user' | 'methods'>,
): Promise<void> {
	const hasStronger = user.factors.some(
		({ factor_type, status }) =>
			status === 'verified' && (factor_type === 'totp' || factor_type === 'webauthn'),
	)
	if (!hasStronger || methods.some(({ method }) => counted.has(method))) return
	const isMember = await exists(database, sql`select from auth.staff where user_id = ${user.id}`)
	if (isMember)
		throw secondStepRequired(
			'Members of the admin change their second steps with an app, a security key or a recovery code',
		)
}

/**
 * Throws `insufficient_aal` if the session may not set up a second factor, because the user has one and this session has not
 * taken the second step. This is checked again when the new factor is verified. Otherwise somebody who has stolen a session could
 * finish a set-up that the user had abandoned, and use their own key for it.
 */
export async function requireSettingUp(
	auth: Pick<AuthDependencies, 'database'>,
	session: LiveSession,
): Promise<void> {
	if (hasSecondStep(session.user) && session.aal !== 'aal2')
		throw secondStepRequired('AAL2 required to enroll a new factor')
	await requireMembersStep(auth, session)
}
