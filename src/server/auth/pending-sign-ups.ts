import type { CodeChallenge } from '#server/auth/schemas.ts'
import type { AuthSettings } from '#server/auth/settings.ts'
import type { UserMetadata } from '#server/auth/user-metadata.ts'
import type { UserRow } from '#server/auth/users.ts'
import type { Database, Row, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { addJob } from '#server/jobs/queue.ts'
import { AppError } from '#shared/app-error.ts'

/** A sign-up whose mailbox is not proved yet. Several may wait for one address; each keeps its own password. */
export interface PendingSignUp {
	/** Argon2id hash; null where a resend could not tell which sign-up was meant. */
	password: string | null
	metadata: UserMetadata | null
	challenge: CodeChallenge | null
	/** Where the browser goes in the end: an address of this site. */
	redirectTo: string
}

// One mail a minute for the hour a link lives; more can only pile up while no mail leaves the house.
const mostPerAddress = 60

/** The newest sign-up waiting for the address, with its password's hash. */
export async function latestSignUp(
	database: Database,
	email: string,
): Promise<{ id: string; password: string } | undefined> {
	const [row] = await database.query<Row & { id: string; password: string }>(sql`
		select t.id, t.pending_password as password
		from auth.one_time_tokens t join auth.users u on u.id = t.user_id
		where u.email = ${email} and u.email_confirmed_at is null
			and t.token_type = 'confirmation_token' and t.pending_password is not null
		order by t.created_at desc limit 1`)
	return row
}

/** Keeps a sign-up and gives its id. `renews` names an earlier one with the same password, whose links go on working. */
export async function keepSignUp(
	tx: Transaction,
	user: Pick<UserRow, 'id' | 'email'>,
	{ password, metadata, challenge, redirectTo }: PendingSignUp,
	{ now, renews }: { now: Date; renews?: string | undefined },
): Promise<string> {
	const fields = sql`
		${password}, ${metadata && JSON.stringify(metadata)}::jsonb,
		${challenge?.challenge ?? null}, ${challenge?.method ?? null}, ${redirectTo}, ${now}, ${now}`
	const columns = sql`
		pending_password, pending_metadata, code_challenge, code_challenge_method, redirect_to, created_at, updated_at`
	const [renewed] = await tx.query<Row & { id: string }>(sql`
		update auth.one_time_tokens set (${columns}) = row(${fields})
		where id = ${renews ?? null} and user_id = ${user.id} returning id`)
	// What has run out was for nobody, or was a squatter's: it has no say when a link is asked for again.
	await tx.execute(sql`
		delete from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token' and id is distinct from ${renewed?.id ?? null} and (
			expires_at <= ${now} or id in (
				select id from auth.one_time_tokens where user_id = ${user.id} and token_type = 'confirmation_token'
				order by created_at desc offset ${mostPerAddress - 1}
			)
		)`)
	if (renewed !== undefined) return renewed.id
	const [added] = await tx.query<Row & { id: string }>(sql`
		insert into auth.one_time_tokens (user_id, token_type, relates_to, ${columns})
		values (${user.id}, 'confirmation_token', ${user.email}, ${fields}) returning id`)
	if (added === undefined) throw new Error('no sign-up was kept')
	return added.id
}

/** Has the mail for a kept sign-up sent. */
export async function mailConfirmation(
	tx: Transaction,
	user: UserRow,
	tokenId: string,
	now: Date,
): Promise<UserRow> {
	await tx.execute(
		sql`update auth.users set confirmation_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`,
	)
	await addJob(tx, 'send-confirmation', { tokenId }, { key: `send-confirmation:${tokenId}` })
	return { ...user, confirmation_sent_at: now, updated_at: now }
}

/** Throws `over_email_send_rate_limit` while the last mail to this user is too fresh. */
export function checkMailInterval(
	user: UserRow,
	now: Date,
	{ mailIntervalSeconds }: Pick<AuthSettings, 'mailIntervalSeconds'>,
): void {
	if (user.confirmation_sent_at === null) return
	const secondsLeft = Math.ceil(
		mailIntervalSeconds - (now.getTime() - user.confirmation_sent_at.getTime()) / 1000,
	)
	if (secondsLeft > 0) throw mailTooSoon(secondsLeft)
}

export function mailTooSoon(secondsLeft: number): AppError {
	return new AppError({
		code: 'over_email_send_rate_limit',
		status: 429,
		message: `For security purposes, you can only request this after ${secondsLeft} seconds.`,
		retryAfter: secondsLeft,
	})
}
