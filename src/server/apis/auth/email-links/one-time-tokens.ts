import { z } from 'zod'
import type { CodeChallenge } from '#server/apis/auth/schemas.ts'
import { hashCode } from '#server/apis/auth/tokens.ts'
import { storedMetadataSchema } from '#server/apis/auth/user/user-metadata.ts'
import { type UserRow, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { bytea, idRow, maybeOne, one } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { hashToken, withLink } from '#server/platform/tokens.ts'

/** How long the link of an invitation works. Its recipient did not ask for it, and may be away for a week. */
export const inviteSeconds = 7 * 24 * 3600

export const tokenTypeSchema = z.enum([
	'confirmation_token',
	'invite_token',
	'magic_link_token',
	'recovery_token',
	'email_change_token_new',
	'email_change_token_current',
	'reauthentication_token',
	'phone_token',
	'phone_change_token',
])

export type TokenType = z.infer<typeof tokenTypeSchema>

export const tokenRow = z.object({
	id: z.string(),
	user_id: z.string(),
	token_type: tokenTypeSchema,
	/** The mailbox or the number that the request confirms. */
	relates_to: z.string(),
	code_hash: bytea.nullable(),
	password: z.string().nullable(),
	metadata: storedMetadataSchema.nullable(),
	code_challenge: z.string().nullable(),
	code_challenge_method: z.enum(['s256', 'plain']).nullable(),
	/** The network address of the request; null if it was not recorded or an owner of the shop made the request. */
	asked_from: z.string().nullable(),
	/** Whether the new mailbox of this change was confirmed in a browser that did not ask for it. */
	confirmed_elsewhere: z.boolean(),
})

export type TokenRow = z.infer<typeof tokenRow>

/** A request whose address has just been confirmed, with its user. Both rows are locked. */
export interface ProvedToken extends Omit<TokenRow, 'code_hash'> {
	user: UserRow
}

export const tokenColumns = sql`
	t.id, t.user_id, t.token_type, t.relates_to, t.code_hash, t.pending_password as password, t.pending_metadata as metadata,
	t.code_challenge, t.code_challenge_method, t.asked_from, t.confirmed_elsewhere`

/**
 * Finds the request behind an email link. Returns undefined if the link is unknown, of another type, used or expired.
 */
export async function findByLink(
	tx: Transaction,
	{ link, types }: { link: string; types: readonly TokenType[] },
	now: Date,
): Promise<ProvedToken | undefined> {
	const links = [hashToken(link)]
	// Every operation locks the user before the token, which rules out deadlocks.
	const [user] = await lockUsers(
		tx,
		sql`u.id = (select user_id from auth.one_time_tokens where token_hashes @> ${links}::bytea[])`,
	)
	if (user === undefined) return undefined
	const row = await maybeOne(
		tx,
		sql`
		select ${tokenColumns} from auth.one_time_tokens t
		where t.token_hashes @> ${links}::bytea[] and t.token_type = any(${types}) and t.expires_at > ${now}`,
		tokenRow,
	)
	return row && { ...row, user }
}

/** Finds the request that a typed code belongs to, among those that still accept attempts. */
export function matching(
	{ users, rows }: { users: UserRow[]; rows: TokenRow[] },
	code: string,
): ProvedToken | undefined {
	const row = rows.find(({ id, code_hash }) => code_hash?.equals(hashCode(id, code)))
	const user = users.find(({ id }) => id === row?.user_id)
	return row && user && { ...row, user }
}

/**
 * Locks and returns a request whose code another service has checked. Returns undefined if the request has been used in the
 * meantime.
 */
export async function lockToken(tx: Transaction, id: string): Promise<ProvedToken | undefined> {
	const [user] = await lockUsers(tx, sql`u.id = (select user_id from auth.one_time_tokens where id = ${id})`)
	const row = await maybeOne(
		tx,
		sql`select ${tokenColumns} from auth.one_time_tokens t where t.id = ${id}`,
		tokenRow,
	)
	return row && user && { ...row, user }
}

interface NewToken {
	user: Pick<UserRow, 'id'>
	type: TokenType
	/** The mailbox to confirm. */
	mailbox: string
	challenge: CodeChallenge | null
	redirectTo: string
	/** The network address of the request. */
	from?: string | undefined
	now: Date
}

/** Stores a request to confirm a mailbox, replacing the previous one of its type, and returns its id. */
export async function replaceToken(
	tx: Transaction,
	{ user, type, mailbox, challenge, redirectTo, from, now }: NewToken,
): Promise<string> {
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = ${type}`)
	const added = await one(
		tx,
		sql`
		insert into auth.one_time_tokens
			(user_id, token_type, relates_to, code_challenge, code_challenge_method, redirect_to, asked_from, created_at, updated_at)
		values (
			${user.id}, ${type}, ${mailbox}, ${challenge?.challenge ?? null}, ${challenge?.method ?? null}, ${redirectTo}, ${from ?? null},
			${now}, ${now}
		) returning id`,
		idRow,
	)
	return added.id
}

const storedRow = z.object({ user_id: z.string(), relates_to: z.string(), redirect_to: z.string() })

interface Secrets {
	/** The token of the link; undefined if there is only a code. */
	token: string | undefined
	code: string | undefined
	/** How long the link works. */
	seconds: number
	/** How long a code works at most. */
	codeSeconds: number
	now: Date
}

/**
 * Stores the hashes of a request's new link and code, and starts its lifetime. Links sent earlier keep working; an earlier code
 * does not. Returns undefined if the request is gone.
 */
export async function storeSecrets(
	database: Pick<Database, 'query'>,
	tokenId: string,
	{ token, code, seconds, codeSeconds, now }: Secrets,
): Promise<z.infer<typeof storedRow> | undefined> {
	const later = (ahead: number) => new Date(now.getTime() + ahead * 1000)
	return await maybeOne(
		database,
		sql`
		update auth.one_time_tokens set
			token_hashes = ${withLink(sql`case when expires_at > ${now} then token_hashes else '{}' end`, token)},
			code_hash = ${code === undefined ? null : hashCode(tokenId, code)},
			code_expires_at = ${code === undefined ? null : later(Math.min(codeSeconds, seconds))},
			code_tries = 0, own_tries = 0, sent_at = ${now}, expires_at = ${later(seconds)}, updated_at = ${now}
		where id = ${tokenId}
		returning user_id, relates_to, coalesce(redirect_to, '') as redirect_to`,
		storedRow,
	)
}

/** Locks users, always in the same order. */
export async function lockUsers(tx: Transaction, which: Sql): Promise<UserRow[]> {
	return await tx.query(
		sql`select ${userColumns} from auth.users u where ${which} order by u.id for no key update`,
		userRowSchema,
	)
}
