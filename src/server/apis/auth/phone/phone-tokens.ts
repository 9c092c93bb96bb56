import type { TokenType } from '#server/apis/auth/email-links/one-time-tokens.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import { sendTextJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { TextChannel } from '#server/shop/text-messages/text-gateway.ts'

interface NewPhoneToken {
	user: Pick<UserRow, 'id'>
	type: TokenType & ('phone_token' | 'phone_change_token' | 'reauthentication_token')
	phone: string
	channel: TextChannel
	/** The network that asked for the code; null for a signed-in user, whose tries are limited elsewhere. */
	from: string | null
	/** The password and metadata that a sign-up chose. */
	password?: string | null
	metadata?: UserMetadata | null
	now: Date
}

/** Stores a request to confirm a number, replacing the previous one of its type, and queues the message with its code. */
export async function textNewToken(
	tx: Transaction,
	{ user, type, phone, channel, from, password = null, metadata = null, now }: NewPhoneToken,
): Promise<void> {
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = ${type}`)
	const added = await one(
		tx,
		sql`
		insert into auth.one_time_tokens
			(user_id, token_type, relates_to, channel, asked_from, pending_password, pending_metadata, created_at, updated_at)
		values (
			${user.id}, ${type}, ${phone}, ${channel}, ${from}, ${password}, ${metadata && JSON.stringify(metadata)}::jsonb, ${now}, ${now}
		) returning id`,
		idRow,
	)
	await addJob(tx, sendTextJob, { tokenId: added.id })
}

interface Latest {
	user: Pick<UserRow, 'id'>
	/** The password, if it is known that the person who makes this request has chosen it; null otherwise. */
	password: string | null
	metadata: UserMetadata
}

/**
 * Merges the latest request for a number into the waiting one, if it is too soon for another text. The two requests may come from
 * different people, so typing the code must not confirm a password that only the first of them chose.
 */
export async function mergeWithWaiting(tx: Transaction, { user, password, metadata }: Latest): Promise<void> {
	await tx.execute(sql`
		update auth.one_time_tokens set
			pending_password = case when pending_password = ${password} then pending_password end,
			pending_metadata = ${JSON.stringify(metadata)}::jsonb
		where user_id = ${user.id} and token_type = 'phone_token'`)
}
