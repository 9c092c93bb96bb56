import { z } from 'zod'
import { bookEmail } from '#server/apis/auth/email-links/email-limits.ts'
import type { CodeChallenge } from '#server/apis/auth/schemas.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import { sendOneTimeTokenJob } from '#server/features/accounts/jobs.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { idRow, maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'

/** A sign-up whose address is not confirmed yet. Several may wait for one address, each with its own password. */
export interface PendingSignUp {
	/**
	 * Argon2id hash. Null for a request that sets no password: a request for a sign-in link, or a request to send the link again
	 * that belongs to no particular sign-up, because several are waiting or none.
	 */
	password: string | null
	metadata: UserMetadata | null
	challenge: CodeChallenge | null
	/** Where the browser goes afterwards: a page of this site. */
	redirectTo: string
	/** The network address of the request; undefined if the service role made it. */
	from?: string | undefined
}

// Enough for one email a minute during the hour in which a link is valid. More could wait only while the mail server is down.
const mostPerAddress = 60

const signUpRow = z.object({ id: z.string(), password: z.string() })

/** Returns the newest sign-up waiting for the address, with its password hash. */
export async function latestSignUp(
	database: Database,
	email: string,
): Promise<z.infer<typeof signUpRow> | undefined> {
	return await maybeOne(
		database,
		sql`
		select t.id, t.pending_password as password
		from auth.one_time_tokens t join auth.users u on u.id = t.user_id
		where u.email = ${email} and u.email_confirmed_at is null
			and t.token_type = 'confirmation_token' and t.pending_password is not null
		order by t.created_at desc limit 1`,
		signUpRow,
	)
}

/**
 * Stores a sign-up and returns its id. `renews` is the id of an earlier sign-up with the same password, which the new sign-up
 * replaces. The links of the earlier one stay valid.
 */
export async function storeSignUp(
	tx: Transaction,
	user: Pick<UserRow, 'id' | 'email'>,
	{ password, metadata, challenge, redirectTo, from }: PendingSignUp,
	{ now, renews }: { now: Date; renews?: string | undefined },
): Promise<string> {
	// The password is accepted only from the browser that began the sign-up, even if another browser requests the link again.
	const proof = password === null ? null : challenge
	const fields = sql`
		${password}, ${metadata && JSON.stringify(metadata)}::jsonb,
		${challenge?.challenge ?? null}, ${challenge?.method ?? null}, ${proof?.challenge ?? null}, ${proof?.method ?? null},
		${redirectTo}, ${from ?? null}, ${now}, ${now}`
	const columns = sql`
		pending_password, pending_metadata, code_challenge, code_challenge_method, proof_challenge, proof_challenge_method,
		redirect_to, asked_from, created_at, updated_at`
	const renewed = await maybeOne(
		tx,
		sql`
		update auth.one_time_tokens set (${columns}) = row(${fields})
		where id = ${renews ?? null} and user_id = ${user.id} returning id`,
		idRow,
	)
	// Deletes expired sign-ups, and the oldest if there are too many. An expired one may be a squatter's, and must not be chosen
	// when a link is requested again.
	await tx.execute(sql`
		delete from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token' and id is distinct from ${renewed?.id ?? null} and (
			expires_at <= ${now} or id in (
				select id from auth.one_time_tokens where user_id = ${user.id} and token_type = 'confirmation_token'
				order by created_at desc offset ${mostPerAddress - 1}
			)
		)`)
	if (renewed !== undefined) return renewed.id
	const added = await one(
		tx,
		sql`
		insert into auth.one_time_tokens (user_id, token_type, relates_to, ${columns})
		values (${user.id}, 'confirmation_token', ${user.email}, ${fields}) returning id`,
		idRow,
	)
	return added.id
}

/** Stores the request that confirms an address without setting a password. An address has at most one. */
export async function storeSignUpWithoutPassword(
	tx: Transaction,
	user: Pick<UserRow, 'id' | 'email'>,
	asked: Omit<PendingSignUp, 'password'>,
	now: Date,
): Promise<string> {
	const waiting = await maybeOne(
		tx,
		sql`
		select id from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token' and pending_password is null`,
		idRow,
	)
	return await storeSignUp(tx, user, { ...asked, password: null }, { now, renews: waiting?.id })
}

/**
 * Queues the email for a stored sign-up, to be sent as soon as the limit for the address allows. With `again`, queues no email
 * if one is waiting already.
 */
export async function sendConfirmation(
	tx: Transaction,
	user: UserRow,
	{ tokenId, again, now }: { tokenId: string; again: boolean; now: Date },
	settings: AuthSettings,
): Promise<UserRow> {
	const afterSeconds = await bookEmail(
		tx,
		{ email: user.email, kind: 'confirmation', again, isKnown: false, now },
		settings,
	)
	if (afterSeconds !== undefined)
		await addJob(
			tx,
			sendOneTimeTokenJob,
			{ tokenId },
			{ key: `send-one-time-token:${tokenId}`, afterSeconds },
		)
	await tx.execute(
		sql`update auth.users set confirmation_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`,
	)
	return { ...user, confirmation_sent_at: now, updated_at: now }
}

/**
 * Chooses the sign-up that a new link is for. If several sign-ups are waiting, the caller may have made any of them. The link
 * then confirms the address but sets no password, because the password might be a squatter's.
 */
export async function chooseSignUp(
	tx: Transaction,
	user: UserRow,
	{ challenge, redirectTo, from }: Pick<PendingSignUp, 'challenge' | 'redirectTo' | 'from'>,
	now: Date,
): Promise<string> {
	const waiting = await tx.query(
		sql`
		select id, pending_password is not null as has_password from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token'`,
		idRow.extend({ has_password: z.boolean() }),
	)
	const signUps = waiting.filter(({ has_password }) => has_password)
	const chosen = signUps.length === 1 ? signUps[0] : waiting.find(({ has_password }) => !has_password)
	if (chosen === undefined)
		return await storeSignUpWithoutPassword(tx, user, { metadata: null, challenge, redirectTo, from }, now)
	await tx.execute(sql`
		update auth.one_time_tokens set
			code_challenge = ${challenge?.challenge ?? null}, code_challenge_method = ${challenge?.method ?? null},
			-- Another client may have made a request that sets no password, so the metadata of that request is dropped.
			pending_metadata = case when pending_password is not null then pending_metadata end,
			redirect_to = ${redirectTo}, updated_at = ${now}
		where id = ${chosen.id}`)
	return chosen.id
}
