import { z } from 'zod'
import {
	lockUsers,
	matching,
	type ProvedToken,
	type TokenRow,
	type TokenType,
	tokenColumns,
	tokenRow,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { dayMs } from '#shared/clock.ts'

/**
 * The limits on guessing the codes sent to a number or a mailbox. Strangers' tries must not void a code that the user asked for,
 * and must not lock the user out for a day. So each code has separate tries for the network
 * that asked for it and for networks that its user has signed in from. Nobody can use these up from elsewhere.
 *
 * An attacker who asks for a code gets the separate tries for that code too. A number is sent at most 33 codes a day: ten in the
 * first hour, then one an hour. After 20 wrong guesses in a day from anywhere, each further code accepts only two tries, from
 * the networks that have separate tries. The first 20 guesses take at least 2 codes, which leaves 31: 20 + 31 * 2 = 82 guesses a
 * day at 1 in 1,000,000. That is a chance of 1 in 12,000 for a day on which the user is sent 33 texts, and an even chance after
 * 23 years of such days. A mailbox is sent about as many emails. Over all numbers, there are at most ten guesses for each text that the shop pays for.
 */
const triesPerCode = { own: 5, strangers: 5 }
const guessesPerDay = 20
const triesPerCodeAfterwards = 2

interface Typed {
	/** The number or the address that the codes were sent to. */
	contact: string
	types: readonly TokenType[]
	/** The network address that the typed code came from; undefined in a session, where tries are limited already. */
	from: string | undefined
}

/** `is_own` is null if the network that asked for the code was not recorded. */
const triedRow = tokenRow.extend({ is_own: z.boolean().nullable(), is_contested: z.boolean() })

/**
 * Counts a try at the codes sent to a number or an address. Returns the users who have requested a code to it, and those of their
 * requests for which the try is allowed. Locks the rows of both.
 */
export async function countTry(
	tx: Transaction,
	{ contact, types, from }: Typed,
	now: Date,
): Promise<{ users: UserRow[]; rows: TokenRow[] }> {
	const users = await lockUsers(
		tx,
		sql`u.id in (select user_id from auth.one_time_tokens where relates_to = ${contact} and token_type = any(${types}))`,
	)
	// No code was sent there, so there is nothing to guess.
	if (users.length === 0) return { users, rows: [] }
	const isOver = (await countGuess(tx, contact, now)) > guessesPerDay
	const rows = await tx.query(
		sql`
		with sent as (
			select distinct on (t.user_id, t.token_type) t.id, ${from ?? null}::text is null or t.asked_from = ${from ?? null} or exists (
				select from auth.audit_log_entries e
				where e.user_id = t.user_id and e.action = 'login' and e.ip_address = ${from ?? null}
			) as is_own
			from auth.one_time_tokens t
			where t.relates_to = ${contact} and t.token_type = any(${types}) and t.sent_at is not null
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
			where other.relates_to = ${contact} and other.token_type = 'phone_change_token' and other.user_id <> t.user_id
		) as is_contested`,
		triedRow,
	)
	// If several users are adding the same number, the one with the phone may type a code that another user asked for, and the
	// number would go to that other user. So a code is then accepted only from the network that asked for it, or from one that
	// the user who asked has signed in from.
	return { users, rows: rows.filter(({ is_own, is_contested }) => is_own || !is_contested) }
}

/**
 * Finds the request behind an emailed code. Only the newest email of a type counts. The caller must let the transaction commit,
 * so that the attempt is counted.
 */
export async function findByCode(
	tx: Transaction,
	{ code, ...typed }: Typed & { code: string },
	now: Date,
): Promise<ProvedToken | undefined> {
	const found = matching(await countTry(tx, typed, now), code)
	if (found !== undefined) await giveBackGuess(tx, typed.contact)
	return found
}

/** Returns whether a network has asked for a code to the address, or its user has signed in from there. */
export async function isOwnNetwork(
	database: Pick<Database, 'query'>,
	{ email, from }: { email: string; from: string },
): Promise<boolean> {
	return await exists(
		database,
		sql`
		select where exists (select from auth.one_time_tokens where relates_to = ${email} and asked_from = ${from}) or exists (
			select from auth.audit_log_entries e join auth.users u on u.id = e.user_id
			where u.email = ${email} and e.action = 'login' and e.ip_address = ${from}
		)`,
	)
}

/** Takes a correct guess off the count. */
export async function giveBackGuess(tx: Transaction, contact: string): Promise<void> {
	await tx.execute(sql`
		update auth.mail_allowances set day_count = greatest(day_count - 1, 0)
		where address_hash = ${hashToken(contact)} and kind = 'code_guess'`)
}

const guessesRow = z.object({ guesses: z.number() })

/** Counts a guess, and returns how many there were in the day, including this one. */
async function countGuess(tx: Transaction, contact: string, now: Date): Promise<number> {
	const dayAgo = new Date(now.getTime() - dayMs)
	const counted = await one(
		tx,
		sql`
		insert into auth.mail_allowances as a (address_hash, kind, last_at, day_began, day_count)
		values (${hashToken(contact)}, 'code_guess', ${now}, ${now}, 1)
		on conflict (address_hash, kind) do update set
			last_at = ${now},
			day_began = case when a.day_began <= ${dayAgo} then ${now} else a.day_began end,
			day_count = case when a.day_began <= ${dayAgo} then 1 else a.day_count + 1 end
		returning day_count as guesses`,
		guessesRow,
	)
	return counted.guesses
}
