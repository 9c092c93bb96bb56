import { randomBytes, randomInt } from 'node:crypto'
import { oneWay } from '#server/auth/one-way.ts'
import type { UserMetadata } from '#server/auth/user-metadata.ts'
import { type UserRow, userColumns } from '#server/auth/users.ts'
import type { Row, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

const mostCodeTries = 5
const digits = 6

/** The token of a mailed link: 32 random bytes. The prefix tells the wire that the sign-up began a PKCE flow. */
export function makeLinkToken(isPkce: boolean): string {
	return `${isPkce ? 'pkce_' : ''}${randomBytes(32).toString('base64url')}`
}

export function makeMailCode(): string {
	return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** The form a code is kept in; bound to its own request, so that equal codes look different. */
export function oneWayCode(tokenId: string, code: string): Buffer {
	return oneWay(`${tokenId}:${code}`)
}

/** A sign-up whose mailbox has just been proved, with its user, both locked. */
export interface ProvedSignUp {
	user: UserRow
	password: string | null
	metadata: UserMetadata | null
	code_challenge: string | null
	code_challenge_method: 's256' | 'plain' | null
}

interface TokenRow extends Row, Omit<ProvedSignUp, 'user'> {
	id: string
	code_hash: Buffer | null
}

const tokenColumns = sql`
	id, code_hash, pending_password as password, pending_metadata as metadata, code_challenge, code_challenge_method`

/** The sign-up a mailed link belongs to; undefined for a link that is unknown, used or has run out. */
export async function findByLink(
	tx: Transaction,
	token: string,
	now: Date,
): Promise<ProvedSignUp | undefined> {
	const links = [oneWay(token)]
	// The user is locked before the token, as everywhere, so that two requests cannot wait for each other.
	const user = await lockUser(
		tx,
		sql`(select user_id from auth.one_time_tokens where token_hashes @> ${links}::bytea[])`,
	)
	if (user === undefined) return undefined
	const [row] = await tx.query<TokenRow>(sql`
		select ${tokenColumns} from auth.one_time_tokens
		where token_hashes @> ${links}::bytea[] and token_type = 'confirmation_token' and expires_at > ${now}`)
	return row && { ...row, user }
}

/**
 * The sign-up a mailed code belongs to. Only the newest mail's code counts, and each wrong guess brings its end nearer;
 * the caller must let the transaction commit for that to hold.
 */
export async function findByCode(
	tx: Transaction,
	{ email, code }: { email: string; code: string },
	now: Date,
): Promise<ProvedSignUp | undefined> {
	const user = await lockUser(tx, sql`(select id from auth.users where email = ${email})`)
	if (user === undefined) return undefined
	const [row] = await tx.query<TokenRow>(sql`
		update auth.one_time_tokens set code_tries = code_tries + 1
		where id = (
			select id from auth.one_time_tokens where user_id = ${user.id} and token_type = 'confirmation_token' and sent_at is not null
			order by sent_at desc limit 1
		) and code_tries < ${mostCodeTries} and code_expires_at > ${now}
		returning ${tokenColumns}`)
	return row?.code_hash?.equals(oneWayCode(row.id, code)) ? { ...row, user } : undefined
}

async function lockUser(tx: Transaction, id: ReturnType<typeof sql>): Promise<UserRow | undefined> {
	const [user] = await tx.query<UserRow>(
		sql`select ${userColumns} from auth.users u where u.id = ${id} for no key update`,
	)
	return user
}
