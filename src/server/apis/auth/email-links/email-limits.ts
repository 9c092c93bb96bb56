import { z } from 'zod'
import { emailsSpent, emailTooSoon } from '#server/apis/auth/errors.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import { mailboxOf } from '#server/platform/mailbox.ts'
import { hashToken } from '#server/platform/tokens.ts'

export type EmailKind = 'confirmation' | 'magic_link' | 'recovery' | 'email_change' | 'reauthentication'

interface Booking {
	email: string
	kind: EmailKind
	/** Whether the request repeats an earlier one. If so, no email is sent for it while another is waiting. */
	again: boolean
	/** Whether the account's address is confirmed; anybody can request emails to other addresses. */
	isKnown: boolean
	now: Date
}

// Emails to a mailbox go out one interval apart. If the last one is due more than this many intervals ahead, no email is added.
const mostIntervalsAhead = 3
const hour = 3_600_000
const day = 24 * hour
/** The share of the shop's emails that may go to unconfirmed addresses; the rest is reserved for known accounts. */
const strangersShare = 0.75

const bookedRow = z.object({ last_at: z.date() })

/**
 * Reserves the next free moment for an email to a mailbox, however its address is spelt, and returns the seconds until then, 0
 * for immediately. Returns undefined if no email should be sent. A mailbox that has had its emails for the day still gets one an hour. Otherwise anybody
 * could lock a user out by making requests in their name. Throws `over_email_send_rate_limit` once the shop has reached its
 * hourly limit.
 */
export async function bookEmail(
	tx: Transaction,
	{ email, kind, again, isKnown, now }: Booking,
	settings: Pick<AuthSettings, 'emailIntervalSeconds' | 'emailsPerDay' | 'emailsPerHour'>,
): Promise<number | undefined> {
	const { emailIntervalSeconds, emailsPerDay, emailsPerHour } = settings
	const dayAgo = new Date(now.getTime() - day)
	const hourAgo = new Date(now.getTime() - hour)
	const booked = await maybeOne(
		tx,
		sql`
		insert into auth.mail_allowances as a (address_hash, kind, last_at, day_began, day_count)
		values (${hashToken(mailboxOf(email))}, ${kind}, ${now}, ${now}, 1)
		on conflict (address_hash, kind) do update set
			last_at = greatest(${now}, a.last_at + make_interval(secs => ${emailIntervalSeconds}::double precision)),
			day_began = case when a.day_began <= ${dayAgo} then ${now} else a.day_began end,
			day_count = case when a.day_began <= ${dayAgo} then 1 else a.day_count + 1 end
		where (a.day_count < ${emailsPerDay} or a.day_began <= ${dayAgo} or a.last_at <= ${hourAgo})
			and (not ${again}::boolean or a.last_at <= ${now})
			and a.last_at <= ${now}::timestamptz + make_interval(secs => ${mostIntervalsAhead * emailIntervalSeconds}::double precision)
		returning last_at`,
		bookedRow,
	)
	if (booked === undefined) return undefined
	await countForShop(tx, { isKnown, now }, emailsPerHour)
	return Math.max(0, (booked.last_at.getTime() - now.getTime()) / 1000)
}

/**
 * Counts an email towards the shop's hourly limit. Throws if the limit has been reached. This rolls back the caller's
 * transaction, including the reservation.
 */
async function countForShop(
	tx: Transaction,
	{ isKnown, now }: Pick<Booking, 'isKnown' | 'now'>,
	emailsPerHour: number,
): Promise<void> {
	const thisHour = new Date(now.getTime() - (now.getTime() % hour))
	const isCounted = await exists(
		tx,
		sql`
		insert into auth.mails_sent as m (hour, to_known, to_others)
		values (${thisHour}, ${isKnown ? 1 : 0}, ${isKnown ? 0 : 1})
		on conflict (hour) do update set
			to_known = m.to_known + excluded.to_known, to_others = m.to_others + excluded.to_others
		where m.to_known + m.to_others < ${emailsPerHour}
			and (${isKnown}::boolean or m.to_others < ${Math.floor(emailsPerHour * strangersShare)})
		returning 1`,
	)
	if (isCounted) return
	const secondsLeft = Math.ceil((thisHour.getTime() + hour - now.getTime()) / 1000)
	throw emailsSpent(secondsLeft)
}

interface EmailRequest {
	/** The mailbox, whether or not it has an account. */
	email: string
	/** The network address of the client. */
	from: string
	/** Whether to refuse a request that comes too soon after the last one. False for a sign-up, which may be repeated. */
	refusesAgain: boolean
}

/**
 * With `refusesAgain`, throws `over_email_send_rate_limit` if the same client requested an email to this mailbox within the last
 * minute, whether or not the mailbox has an account.
 */
export async function countEmailRequest(
	rateLimits: RateLimits,
	{ email, from, refusesAgain }: EmailRequest,
): Promise<void> {
	await rateLimits.consume('emailAgain', `${from} ${mailboxOf(email)}`).catch((error: unknown) => {
		if (refusesAgain || !(error instanceof AppError)) throw asEmailLimit(error)
	})
}

/** Turns a rate limit's error into this API's error for emails. */
function asEmailLimit(error: unknown): unknown {
	if (!(error instanceof AppError) || error.retryAfter === undefined) return error
	return emailTooSoon(error.retryAfter)
}
