import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { isBanned, type UserRow, userColumns } from '#server/auth/users.ts'
import type { AccessClaims } from '#server/db/caller.ts'
import { sql } from '#server/db/sql.ts'
import { AppError } from '#shared/app-error.ts'

export interface LiveSession {
	claims: AccessClaims
	user: UserRow
}

/**
 * Who is asking, for calls that need somebody signed in: a valid access token whose session still lives and whose user is
 * there and not banned. Throws the wire's own refusal for each that is missing.
 */
export async function requireLiveSession(
	{ authenticate, database, clock }: AuthDependencies,
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
	const [user] = await database.query<UserRow & { session_lives: boolean }>(sql`
		select ${userColumns}, exists (
			select from auth.sessions s
			where s.id = ${claims.session_id} and s.user_id = u.id and (s.not_after is null or s.not_after > ${now})
		) as session_lives
		from auth.users u where u.id = ${claims.sub}`)
	if (user === undefined) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist')
	if (isBanned(user, now)) throw forbidden('user_banned', 'User is banned')
	if (!user.session_lives)
		throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
	return { claims, user }
}

function forbidden(
	code: 'bad_jwt' | 'user_not_found' | 'user_banned' | 'session_not_found',
	message: string,
): AppError {
	return new AppError({ code, status: 403, message })
}
