import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { requireLiveSession, requireSecondStep } from '#server/apis/auth/sessions/sessions.ts'
import { hasSecondStep } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Who calls the Admin API: the service role, or an owner of the shop. */
export interface Admin {
	/** Null for the service role. */
	ownerId: string | null
}

/**
 * Returns the caller of the Admin API. Throws `no_authorization` without a token, `not_admin` for anybody but the service role and
 * an owner, and `insufficient_aal` for an owner who has not taken their second step.
 */
export async function requireAdmin(auth: AuthDependencies, request: Request): Promise<Admin> {
	if (!request.headers.has('authorization')) {
		throw new AppError({
			code: 'no_authorization',
			status: 401,
			message: 'This endpoint requires a valid Bearer token',
		})
	}
	const caller = await auth.authenticate(request)
	if (caller.role === 'service') return { ownerId: null }
	if (caller.role === 'anon') throw notAdmin()
	const session = await requireLiveSession(auth, request)
	const [member] = await auth.database.query<Row & { role: string }>(
		sql`select role from auth.staff where user_id = ${session.user.id}`,
	)
	if (member?.role !== 'owner') throw notAdmin()
	const refusal = { status: 403, message: 'The Admin API requires a second step' }
	if (!hasSecondStep(session.user)) throw new AppError({ code: 'insufficient_aal', ...refusal })
	requireSecondStep(session, refusal)
	return { ownerId: session.user.id }
}

function notAdmin(): AppError {
	return new AppError({ code: 'not_admin', status: 403, message: 'User not allowed' })
}
