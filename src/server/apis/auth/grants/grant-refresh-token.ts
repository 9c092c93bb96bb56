import type { Context } from 'hono'
import pg from 'pg'
import { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { concurrentRefreshes, invalidRefreshToken } from '#server/apis/auth/grants/errors.ts'
import { readBody, refreshGrantSchema } from '#server/apis/auth/schemas.ts'
import { presentSession, type SignedIn } from '#server/apis/auth/sessions/sessions.ts'
import { familyOf, looksLikeRefreshToken, makeRefreshToken, seal, unseal } from '#server/apis/auth/tokens.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, isBanned, readUser, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { bytea, exists, maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { hashToken } from '#server/platform/tokens.ts'

type RefreshRefusal =
	| 'refresh_token_not_found'
	| 'refresh_token_already_used'
	| 'session_expired'
	| 'session_inactive'
	| 'user_banned'

const refusals: Record<RefreshRefusal, string> = {
	refresh_token_not_found: 'Refresh Token Not Found',
	refresh_token_already_used: 'Already Used',
	session_expired: 'Session Expired',
	session_inactive: 'Session Expired (Inactivity)',
	user_banned: 'User Banned',
}

/**
 * `POST /token?grant_type=refresh_token`: exchanges a refresh token for its successor and a new access token. A session has one
 * active token at any time. For a minute, a spent token returns the active one again. A spent token that is used later means
 * that two clients hold the same token, so the session ends for both.
 */
export function grantRefreshToken(auth: AuthDependencies): Handler {
	// Only failures count: a token is too long to be guessed, and a whole campus may share one address.
	const countFailure = (c: Context<Env>) => auth.rateLimits.consume('refresh', c.get('clientAddress'))
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const { refresh_token: token } = await readBody(c.req.raw, refreshGrantSchema)
			if (looksLikeRefreshToken(token)) return token
			await countFailure(c)
			throw validationFailed('Refresh token is not valid')
		},
		act: async (c, _caller, token) => {
			const outcome = await auth.database
				.asServer((tx) => exchange(tx, auth, token, deviceOf(c)), { mayRepeat: true })
				.catch(asConflict)
			if (typeof outcome !== 'string') return c.json(await presentSession(auth, outcome))
			await countFailure(c)
			const code = outcome === 'session_inactive' ? 'session_expired' : outcome
			throw invalidRefreshToken(code, refusals[outcome])
		},
	})
}

const heldRow = userRowSchema.extend({
	token_id: z.number(),
	session_id: z.string(),
	aal: z.enum(['aal1', 'aal2']),
	not_after: z.date().nullable(),
	seen_at: z.date(),
	amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
	revoked_at: z.date().nullable(),
	successor_sealed: bytea.nullable(),
	/** The user agent that refreshed the session last. */
	user_agent: z.string().nullable(),
})

type HeldToken = z.infer<typeof heldRow>

async function exchange(
	tx: Transaction,
	{ clock, settings }: AuthDependencies,
	token: string,
	device: Device,
): Promise<SignedIn | RefreshRefusal> {
	const hashed = hashToken(token)
	// Serialises the exchanges of one session, even on several servers. Both statements are sent together, but the second
	// waits until the first holds the lock.
	const locked = tx.execute(sql`
		select from auth.sessions where id = (select session_id from auth.refresh_tokens where token_hash = ${hashed}) for update`)
	const reading = maybeOne(
		tx,
		sql`
		select ${userColumns}, t.id as token_id, t.revoked_at, t.successor_sealed, s.id as session_id, s.aal, s.not_after, s.user_agent,
			coalesce(s.refreshed_at, s.created_at) as seen_at, (
			select coalesce(jsonb_agg(
				jsonb_build_object('method', m.authentication_method, 'timestamp', floor(extract(epoch from m.updated_at)))
				order by m.updated_at desc
			), '[]') from auth.mfa_amr_claims m where m.session_id = s.id
		) as amr
		from auth.refresh_tokens t
		join auth.sessions s on s.id = t.session_id
		join auth.users u on u.id = s.user_id
		where t.token_hash = ${hashed}`,
		heldRow,
	)
	const [, held] = await Promise.all([locked, reading])
	const now = clock.now()
	if (held === undefined) return await refuseUnknown(tx, { token, device, now })
	if (isBanned(held, now)) return 'user_banned'
	if (held.not_after !== null && held.not_after <= now) return 'session_expired'
	const { sessionInactivitySeconds } = settings
	if (
		sessionInactivitySeconds !== null &&
		now.getTime() - held.seen_at.getTime() > sessionInactivitySeconds * 1000
	)
		return 'session_inactive'

	const refreshToken =
		held.revoked_at === null
			? await rotate(tx, held, { token, device, now })
			: await reuse(tx, held, { token, device, now, spentAt: held.revoked_at, settings })
	if (refreshToken === undefined) return 'refresh_token_already_used'
	return { user: held, session: { id: held.session_id, aal: held.aal, amr: held.amr, refreshToken } }
}

/** Refuses a token that is not stored. If it is an old token of a live session, ends that session as well. */
async function refuseUnknown(
	tx: Transaction,
	{ token, device, now }: { token: string; device: Device; now: Date },
): Promise<RefreshRefusal> {
	const isEnded = await endCopied(tx, sql`token_family = ${hashToken(familyOf(token))}`, { device, now })
	return isEnded ? 'refresh_token_already_used' : 'refresh_token_not_found'
}

const endedRow = z.object({
	id: z.string(),
	user_id: z.string(),
	user_agent: z.string().nullable(),
	ip: z.string().nullable(),
})

/**
 * Ends the session of a token that was reused too late, and records this. Notifies the user if another device sent the token.
 * Returns false if there is no such session.
 */
async function endCopied(
	tx: Transaction,
	which: Sql,
	{ device, now }: { device: Device; now: Date },
): Promise<boolean> {
	const ended = await maybeOne(
		tx,
		sql`
		delete from auth.sessions where ${which}
		returning id, user_id, user_agent, ip`,
		endedRow,
	)
	if (ended === undefined) return false
	const elsewhere = device.userAgent !== ended.user_agent || device.address !== ended.ip
	await recordEvent(tx, {
		userId: ended.user_id,
		action: 'token_revoked',
		from: device,
		now,
		details: { session_id: ended.id, elsewhere },
		...(elsewhere ? { noticeTo: contactOf(await readUser(tx, ended.user_id)) } : {}),
	})
	return true
}

/** How many spent tokens of a session are stored: far more than concurrent tabs use within a minute. */
const mostSpent = 10

async function rotate(
	tx: Transaction,
	held: HeldToken,
	{ token, device, now }: { token: string; device: Device; now: Date },
): Promise<string> {
	const successor = makeRefreshToken(token)
	await tx.execute(sql`
		with spent as (
			update auth.refresh_tokens set revoked_at = ${now}, successor_sealed = ${seal(successor, token)}
			where id = ${held.token_id} returning id, session_id
		), seen as (
			update auth.sessions set refreshed_at = ${now}, updated_at = ${now}, user_agent = ${device.userAgent}, ip = ${device.address},
				token_family = ${hashToken(familyOf(successor))}
			where id = ${held.session_id}
		), trimmed as (
			delete from auth.refresh_tokens where id in (
				select id from auth.refresh_tokens where session_id = ${held.session_id} and revoked_at is not null
				order by id desc offset ${mostSpent - 1}
			)
		)
		insert into auth.refresh_tokens (token_hash, session_id, parent, created_at)
		select ${hashToken(successor)}, session_id, id, ${now} from spent`)
	return successor
}

interface Reuse {
	token: string
	device: Device
	now: Date
	spentAt: Date
	settings: Pick<AuthSettings, 'refreshReuseSeconds'>
}

/**
 * Returns the active token for a spent one that is reused soon after its exchange: by another tab, or by a client that lost the
 * response. A spent token that is reused later can only be a copy, so the session ends. Both cases are recorded, and the user
 * is notified if the token comes from another device.
 */
async function reuse(
	tx: Transaction,
	held: HeldToken,
	{ token, device, now, spentAt, settings }: Reuse,
): Promise<string | undefined> {
	if (now.getTime() - spentAt.getTime() <= settings.refreshReuseSeconds * 1000) {
		// Compares only the browser, as a phone may change networks between two attempts.
		await recordOnce(tx, held, {
			since: spentAt,
			device,
			now,
			elsewhere: device.userAgent !== held.user_agent,
		})
		return await followSuccessors(tx, held, token)
	}
	await endCopied(tx, sql`id = ${held.session_id}`, { device, now })
	return undefined
}

/** Records the reuse of a token once, even if fifty tabs reuse it. */
async function recordOnce(
	tx: Transaction,
	held: HeldToken,
	{ since, device, now, elsewhere }: { since: Date; device: Device; now: Date; elsewhere: boolean },
): Promise<void> {
	const recorded = await exists(
		tx,
		sql`
		select from auth.audit_log_entries
		where user_id = ${held.id} and created_at >= ${since} and action = 'token_reused'
			and details @> jsonb_build_object('session_id', ${held.session_id}::text, 'elsewhere', ${elsewhere}::boolean)`,
	)
	if (recorded) return
	await recordEvent(tx, {
		userId: held.id,
		action: 'token_reused',
		from: device,
		now,
		details: { session_id: held.session_id, elsewhere },
		...(elsewhere ? { noticeTo: contactOf(held) } : {}),
	})
}

/**
 * Follows the chain of encrypted successors. Each token decrypts the next, so its holder learns only tokens that they could
 * have received anyway.
 */
async function followSuccessors(tx: Transaction, held: HeldToken, token: string): Promise<string> {
	const later = await tx.query(
		sql`
		select successor_sealed from auth.refresh_tokens
		where session_id = ${held.session_id} and id > ${held.token_id} order by id`,
		heldRow.pick({ successor_sealed: true }),
	)
	return [held, ...later].reduce(
		(current, { successor_sealed }) =>
			successor_sealed === null ? current : unseal(successor_sealed, current),
		token,
	)
}

function asConflict(error: unknown): never {
	if (error instanceof pg.DatabaseError && error.code === '55P03') throw concurrentRefreshes(error)
	throw error
}
