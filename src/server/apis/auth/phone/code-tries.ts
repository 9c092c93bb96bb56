import {
	lockUsers,
	type TokenRow,
	type TokenType,
	tokenColumns,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { dayMs } from '#shared/clock.ts'

/**
 * The limits on guessing the codes of a number. An account may have nothing but its number. Strangers' tries must therefore not
 * void a code that the user asked for, and must not lock the user out for a day. So each code has separate tries for the network
 * that asked for it and for networks that its user has signed in from. Nobody can use these up from elsewhere.
 *
 * An attacker who asks for a code gets the separate tries for that code too. A number is sent at most 33 codes a day: ten in the
 * first hour, then one an hour. After 20 wrong guesses in a day from anywhere, each further code accepts only two tries, from
 * the networks that have separate tries. The first 20 guesses take at least 2 codes, which leaves 31: 20 + 31 * 2 = 82 guesses a
 * day at 1 in 1,000,000. That is a chance of 1 in 12,000 for a day on which the user is sent 33 texts, and an even chance after
 * 23 years of such days. Over all numbers, there are at most ten guesses for each text that the shop pays for.
 */
const triesPerCode = { own: 5, strangers: 5 }
const guessesPerDay = 20
const triesPerCodeAfterwards = 2

interface Typed {
	phone: string
	types: readonly TokenType[]
	/** The network address that the typed code came from; undefined in a session, where tries are limited already. */
	from: string | undefined
}

/**
 * Counts a try at the codes sent to a number. Returns the users who have requested a code to the number, and those of their
 * requests for which the try is allowed. Locks the rows of both.
 */
export async function countTextTry(
	tx: Transaction,
	{ phone, types, from }: Typed,
	now: Date,
): Promise<{ users: UserRow[]; rows: TokenRow[] }> {
	const users = await lockUsers(
		tx,
		sql`u.id in (select user_id from auth.one_time_tokens where relates_to = ${phone} and token_type = any(${types}))`,
	)
	// No code was sent to the number, so there is nothing to guess.
	if (users.length === 0) return { users, rows: [] }
	const isOver = (await countGuess(tx, phone, now)) > guessesPerDay
	const rows = await tx.query<TokenRow & { is_own: boolean; is_contested: boolean }>(sql`
		with sent as (
			select distinct on (t.user_id, t.token_type) t.id, ${from ?? null}::text is null or t.asked_from = ${from ?? null} or exists (
				select from auth.audit_log_entries e
				where e.user_id = t.user_id and e.action = 'login' and e.ip_address = ${from ?? null}
			) as is_own
			from auth.one_time_tokens t
			where t.relates_to = ${phone} and t.token_type = any(${types}) and t.sent_at is not null
			order by t.user_id, t.token_type, t.sent_at desc
		)
		update auth.one_time_tokens t set
			own_tries = t.own_tries + case when sent.is_own then 1 else 0 end,
			code_tries = t.code_tries + case when sent.is_own then 0 else 1 end
		from sent
		where t.id = sent.id and t.code_expires_at > ${now} and case
			when sent.is_own then t.own_tries < ${isOver ? triesPerCodeAfterwards : triesPerCode.own}
			else not ${isOver}::boolean and t.code_tries < ${triesPerCode.strangers}
		end
		returning ${tokenColumns}, sent.is_own, t.token_type = 'phone_change_token' and exists (
			select from auth.one_time_tokens other
			where other.relates_to = ${phone} and other.token_type = 'phone_change_token' and other.user_id <> t.user_id
		) as is_contested`)
	// If several users are adding the same number, the one with the phone may type a code that another user asked for, and the
	// number would go to that other user. So a code is then accepted only from the network that asked for it, or from one that
	// the user who asked has signed in from.
	return { users, rows: rows.filter(({ is_own, is_contested }) => is_own || !is_contested) }
}

/** Takes a correct guess off the count. */
export async function giveBackGuess(tx: Transaction, phone: string): Promise<void> {
	await tx.execute(sql`
		update auth.mail_allowances set day_count = greatest(day_count - 1, 0)
		where address_hash = ${hashToken(phone)} and kind = 'text_guess'`)
}

/** Counts a guess, and returns how many there were in the day, including this one. */
async function countGuess(tx: Transaction, phone: string, now: Date): Promise<number> {
	const dayAgo = new Date(now.getTime() - dayMs)
	const [counted] = await tx.query<Row & { guesses: number }>(sql`
		insert into auth.mail_allowances as a (address_hash, kind, last_at, day_began, day_count)
		values (${hashToken(phone)}, 'text_guess', ${now}, ${now}, 1)
		on conflict (address_hash, kind) do update set
			last_at = ${now},
			day_began = case when a.day_began <= ${dayAgo} then ${now} else a.day_began end,
			day_count = case when a.day_began <= ${dayAgo} then 1 else a.day_count + 1 end
		returning day_count as guesses`)
	return counted?.guesses ?? 0
}
