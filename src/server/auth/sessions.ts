import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { oneWay } from '#server/auth/one-way.ts'
import { presentUser } from '#server/auth/present-user.ts'
import { makeRefreshToken } from '#server/auth/refresh-tokens.ts'
import type { UserRow } from '#server/auth/users.ts'
import type { Row, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** How somebody signed in, in the wire's words; more follow with the ways to do so. */
export type SignInMethod = 'password' | 'otp' | 'email/signup'

export interface Device {
	userAgent: string | null
	address: string
}

/** A session that is in the database, not yet told to anybody. */
export interface OpenSession {
	id: string
	aal: 'aal1' | 'aal2'
	/** Newest first; times in unix seconds. */
	amr: { method: string; timestamp: number }[]
	refreshToken: string
}

/** Somebody just signed in: what `presentSession` tells them. */
export interface SignedIn {
	user: UserRow
	session: OpenSession
}

interface StartOptions {
	user: UserRow
	method: SignInMethod
	device: Device
	now: Date
	/** See `AuthSettings.sessionSeconds`. */
	sessionSeconds: number | null
}

/** Opens a session with its first refresh token, in one statement. */
export async function startSession(
	tx: Transaction,
	{ user, method, device, now, sessionSeconds }: StartOptions,
): Promise<SignedIn> {
	const refreshToken = makeRefreshToken()
	const notAfter = sessionSeconds === null ? null : new Date(now.getTime() + sessionSeconds * 1000)
	const [session] = await tx.query<Row & { id: string }>(sql`
		with session as (
			insert into auth.sessions (user_id, user_agent, ip, not_after, created_at, updated_at)
			values (${user.id}, ${device.userAgent}, ${device.address}, ${notAfter}, ${now}, ${now})
			returning id
		), method as (
			insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
			select id, ${method}, ${now}, ${now} from session
		), token as (
			insert into auth.refresh_tokens (token_hash, session_id, created_at)
			select ${oneWay(refreshToken)}, id, ${now} from session
		), seen as (
			update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${user.id}
		)
		select id from session`)
	if (session === undefined) throw new Error('no session was made')
	const timestamp = Math.floor(now.getTime() / 1000)
	return {
		user: { ...user, last_sign_in_at: now, updated_at: now },
		session: { id: session.id, aal: 'aal1', amr: [{ method, timestamp }], refreshToken },
	}
}

/** What every grant answers: a fresh access token, the refresh token, the user. */
export async function presentSession(
	{ accessTokens, settings }: Pick<AuthDependencies, 'accessTokens' | 'settings'>,
	{ user, session }: SignedIn,
): Promise<Record<string, unknown>> {
	const { token, expiresAt } = await accessTokens.sign(
		{
			sub: user.id,
			session_id: session.id,
			role: 'authenticated',
			aal: session.aal,
			amr: session.amr,
			email: user.email,
			phone: '',
			app_metadata: user.raw_app_meta_data,
			user_metadata: { ...user.raw_user_meta_data },
			is_anonymous: user.is_anonymous,
		},
		settings.accessTokenSeconds,
	)
	return {
		access_token: token,
		token_type: 'bearer',
		expires_in: settings.accessTokenSeconds,
		expires_at: expiresAt,
		refresh_token: session.refreshToken,
		user: presentUser(user),
	}
}
