import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthDependencies, ServiceSettings } from '#server/apis/auth/dependencies.ts'
import { noBearerToken, noSubject, subjectNotFound, userBanned } from '#server/apis/auth/errors.ts'
import { cancelRemoval } from '#server/apis/auth/factors/scheduled-removal.ts'
import { familyOf, makeRefreshToken } from '#server/apis/auth/tokens.ts'
import { type Device, recordEvent } from '#server/apis/auth/user/record-event.ts'
import {
	hasSecondStep,
	isBanned,
	lockUserWhere,
	presentUser,
	readUser,
	type UserRow,
	userColumns,
	userRowSchema,
} from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { AccessClaims } from '#server/platform/db/transaction.ts'
import { secondStepRequired, sessionNotFound } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/tokens.ts'

export const signInMethodSchema = z.enum([
	'password',
	'otp',
	'recovery',
	'email/signup',
	'magiclink',
	'email_change',
	'invite',
	'oauth',
	'anonymous',
	'passkey',
	'sso/saml',
	'web3',
])

/** How the user signed in, in the reference server's words. */
export type SignInMethod = z.infer<typeof signInMethodSchema>

/** When and how a session was authenticated; times in unix seconds. */
const methodSchema = z.object({ method: z.string(), timestamp: z.number() })

/** A session stored in the database but not yet returned to the client. */
export interface OpenSession {
	id: string
	aal: 'aal1' | 'aal2'
	/** Newest first; times in unix seconds. */
	amr: { method: string; timestamp: number }[]
	refreshToken: string
}

/** A user who has just signed in, for `presentSession`. */
export interface SignedIn {
	user: UserRow
	session: OpenSession
}

interface StartOptions {
	user: UserRow
	method: SignInMethod
	device: Device
	now: Date
	settings: Pick<ServiceSettings, 'sessionSeconds' | 'ofAdmin'>
	/** When the identity provider wants the session to end. */
	notAfter?: Date | null
}

/** Opens a session with its first refresh token. */
export async function startSession(
	tx: Transaction,
	{ user, method, device, now, settings, notAfter: ownEnd = null }: StartOptions,
): Promise<SignedIn> {
	const refreshToken = makeRefreshToken()
	const { sessionSeconds, ofAdmin = false } = settings
	const usualEnd = sessionSeconds === null ? null : new Date(now.getTime() + sessionSeconds * 1000)
	const notAfter = usualEnd === null || (ownEnd !== null && ownEnd < usualEnd) ? ownEnd : usualEnd
	const id = randomUUID()
	const opening = tx.execute(sql`
		with session as (
			insert into auth.sessions (id, user_id, user_agent, ip, not_after, token_family, of_admin, created_at, updated_at)
			values (
				${id}, ${user.id}, ${device.userAgent}, ${device.address}, ${notAfter}, ${hashToken(familyOf(refreshToken))}, ${ofAdmin},
				${now}, ${now}
			)
			returning id
		), method as (
			insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
			select id, ${method}, ${now}, ${now} from session
		), token as (
			insert into auth.refresh_tokens (token_hash, session_id, created_at)
			select ${hashToken(refreshToken)}, id, ${now} from session
		), seen as (
			update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${user.id}
		)
		select id from session`)
	const details = { method, session_id: id }
	// The two statements are sent together.
	await Promise.all([
		opening,
		recordEvent(tx, { userId: user.id, action: 'login', from: device, now, details }),
	])
	const timestamp = Math.floor(now.getTime() / 1000)
	return {
		user: { ...user, last_sign_in_at: now, updated_at: now },
		session: { id, aal: 'aal1', amr: [{ method, timestamp }], refreshToken },
	}
}

/** How the second step was taken. */
export type StepMethod = 'totp' | 'mfa/webauthn' | 'mfa/phone' | 'mfa/recovery_code'

interface RaiseOptions {
	userId: string
	sessionId: string
	factorId: string
	method: StepMethod
	device: Device
	now: Date
}

/**
 * Raises a session to `aal2`. Deletes its earlier tokens, so that none of them leads to `aal2`. Also deletes the user's sessions
 * that have not taken the second step. Throws `session_not_found` if the session has ended meanwhile.
 */
export async function raiseSession(
	tx: Transaction,
	{ userId, sessionId, factorId, method, device, now }: RaiseOptions,
): Promise<SignedIn> {
	const refreshToken = makeRefreshToken()
	const raised = await tx.execute(sql`
		update auth.sessions
		set aal = 'aal2', factor_id = ${factorId}, token_family = ${hashToken(familyOf(refreshToken))}, updated_at = ${now}
		where id = ${sessionId} and user_id = ${userId}`)
	if (raised !== 1) throw sessionNotFound()
	await tx.execute(sql`delete from auth.sessions where user_id = ${userId} and aal = 'aal1'`)
	await tx.execute(sql`delete from auth.refresh_tokens where session_id = ${sessionId}`)
	await tx.execute(sql`
		insert into auth.refresh_tokens (token_hash, session_id, created_at) values (${hashToken(refreshToken)}, ${sessionId}, ${now})`)
	await tx.execute(sql`
		insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
		values (${sessionId}, ${method}, ${now}, ${now})
		on conflict (session_id, authentication_method) do update set updated_at = ${now}`)
	await cancelRemoval(tx, { userId, now, from: device })
	const details = { method, session_id: sessionId, factor_id: factorId }
	await recordEvent(tx, { userId, action: 'mfa_code_login', from: device, now, details })
	const amr = await tx.query(
		sql`
		select authentication_method as method, floor(extract(epoch from updated_at))::integer as timestamp
		from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`,
		methodSchema,
	)
	const user = await readUser(tx, userId)
	return { user, session: { id: sessionId, aal: 'aal2', amr, refreshToken } }
}

/** Returns the response of every grant: a new access token, the refresh token and the user. */
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
			phone: user.phone,
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

export interface LiveSession {
	claims: AccessClaims
	user: UserRow
	/** The level of the token or of the session, whichever is lower. A token from before the second step is never raised. */
	aal: 'aal1' | 'aal2'
	/** When and how the user authenticated in this session; times in unix seconds. */
	methods: { method: string; timestamp: number }[]
}

const liveRow = userRowSchema.extend({
	aal: z.enum(['aal1', 'aal2']).nullable(),
	methods: z.array(methodSchema),
})

/**
 * Returns the caller's session and user. Requires a valid access token, a live session and a user who exists and is not banned.
 * Throws the API's error if any of these is missing.
 */
export async function requireLiveSession(
	{ authenticate, database, clock }: Pick<AuthDependencies, 'authenticate' | 'database' | 'clock'>,
	request: Request,
): Promise<LiveSession> {
	if (!/^Bearer \S+$/.test(request.headers.get('authorization') ?? '')) throw noBearerToken()
	const caller = await authenticate(request)
	if (caller.role !== 'authenticated') throw noSubject()
	const { claims } = caller
	const now = clock.now()
	const row = await maybeOne(
		database,
		sql`
		select ${userColumns}, s.aal, (
			select coalesce(jsonb_agg(jsonb_build_object(
				'method', m.authentication_method, 'timestamp', floor(extract(epoch from m.updated_at))
			)), '[]') from auth.mfa_amr_claims m where m.session_id = s.id
		) as methods
		from auth.users u
		left join auth.sessions s
			on s.id = ${claims.session_id} and s.user_id = u.id and (s.not_after is null or s.not_after > ${now})
		where u.id = ${claims.sub}`,
		liveRow,
	)
	if (row === undefined) throw subjectNotFound()
	const { aal, methods, ...user } = row
	if (isBanned(user, now)) throw userBanned()
	if (aal === null) throw sessionNotFound()
	return { claims, user, methods, aal: aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1' }
}

/**
 * Locks the account of a session that is about to change it, and returns the account as it is now. Throws `session_not_found` if
 * the session has ended since the request was authenticated. A thief can hold back the body of a request until the user has signed
 * them out or recovered the account.
 */
export async function lockAccountOf(
	tx: Transaction,
	{ user, claims }: Pick<LiveSession, 'user' | 'claims'>,
	now: Date,
): Promise<UserRow> {
	const current = await lockUserWhere(tx, sql`u.id = ${user.id}`)
	const isLive = await exists(
		tx,
		sql`
		select from auth.sessions
		where id = ${claims.session_id} and user_id = ${user.id} and (not_after is null or not_after > ${now})`,
	)
	if (current === undefined || !isLive) throw sessionNotFound()
	return current
}

/** Throws `insufficient_aal` if the user's second step is on but was not taken in this session. */
export function requireSecondStep(
	{ user, aal }: Pick<LiveSession, 'user' | 'aal'>,
	{ status, message }: { status: number; message: string },
): void {
	if (hasSecondStep(user) && aal !== 'aal2') throw secondStepRequired(message, status)
}
