import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { hasSecondStep, isBanned, type UserRow, userColumns } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AccessClaims } from '#server/platform/db/caller.ts'
import type { Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export interface LiveSession {
	claims: AccessClaims
	user: UserRow
	/** The lower of the token's and the session's level: a token from before the second step is never raised. */
	aal: 'aal1' | 'aal2'
	/** When and how the user authenticated in this session; times in unix seconds. */
	methods: { method: string; timestamp: number }[]
}

interface SessionRow extends Row {
	aal: 'aal1' | 'aal2' | null
	methods: LiveSession['methods']
}

/**
 * Returns the caller's session and user. Requires a valid access token, a live session and a user who exists and is not
 * banned. Throws the API's error for each.
 */
export async function requireLiveSession(
	{ authenticate, database, clock }: Pick<AuthDependencies, 'authenticate' | 'database' | 'clock'>,
	request: Request,
): Promise<LiveSession> {
	if (!/^Bearer \S+$/.test(request.headers.get('authorization') ?? '')) {
		throw new AppError({
			code: 'no_authorization',
			status: 401,
			message: 'This endpoint requires a valid Bearer token',
		})
	}
	const caller = await authenticate(request)
	if (caller.role !== 'authenticated') throw forbidden('bad_jwt', 'invalid claim: missing sub claim')
	const { claims } = caller
	const now = clock.now()
	const [row] = await database.query<UserRow & SessionRow>(sql`
		select ${userColumns}, s.aal, (
			select coalesce(jsonb_agg(jsonb_build_object(
				'method', m.authentication_method, 'timestamp', floor(extract(epoch from m.updated_at))
			)), '[]') from auth.mfa_amr_claims m where m.session_id = s.id
		) as methods
		from auth.users u
		left join auth.sessions s
			on s.id = ${claims.session_id} and s.user_id = u.id and (s.not_after is null or s.not_after > ${now})
		where u.id = ${claims.sub}`)
	if (row === undefined) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist')
	const { aal, methods, ...user } = row
	if (isBanned(user, now)) throw forbidden('user_banned', 'User is banned')
	if (aal === null)
		throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
	return { claims, user, methods, aal: aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1' }
}

/** Throws `insufficient_aal` if the user's second step is on but was not taken in this session. */
export function requireSecondStep(
	{ user, aal }: Pick<LiveSession, 'user' | 'aal'>,
	{ status, message }: { status: number; message: string },
): void {
	if (hasSecondStep(user) && aal !== 'aal2') throw new AppError({ code: 'insufficient_aal', status, message })
}

function forbidden(
	code: 'bad_jwt' | 'user_not_found' | 'user_banned' | 'session_not_found',
	message: string,
): AppError {
	return new AppError({ code, status: 403, message })
}
