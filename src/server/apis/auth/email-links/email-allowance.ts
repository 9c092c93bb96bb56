import { emailTooSoon } from '#server/apis/auth/email-links/email-limits.ts'
import { hashToken } from '#server/apis/auth/hash-token.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type EmailKind = 'confirmation' | 'magic_link' | 'recovery' | 'email_change' | 'reauthentication'

interface Booking {
	email: string
	kind: EmailKind
	/** True: the same thing asked for again, which an email already on its way answers. */
	again: boolean
	/** Whether it is for an account whose address is confirmed; anybody can ask for any other. */
	isKnown: boolean
	now: Date
}

// So many emails may wait for their minute; a request beyond that gets none.
const mostWaiting = 3
const hour = 3_600_000
const day = 24 * hour
/** What strangers can have sent of the whole shop's emails; the rest is kept for known accounts. */
const strangersShare = 0.75

/**
 * Books the next free moment for an email to an address and returns the seconds until then: 0 at once, more while the last
 * one is fresh. Undefined if no email is to go. An address that had its day's emails still gets one an hour, so that nobody
 * can keep a user from their account by asking in their name. Throws `over_email_send_rate_limit` once the shop has sent all
 * it may in this hour.
 */
export async function bookEmail(
	tx: Transaction,
	{ email, kind, again, isKnown, now }: Booking,
	settings: Pick<AuthSettings, 'emailIntervalSeconds' | 'emailsPerDay' | 'emailsPerHour'>,
): Promise<number | undefined> {
	const { emailIntervalSeconds, emailsPerDay, emailsPerHour } = settings
	const dayAgo = new Date(now.getTime() - day)
	const hourAgo = new Date(now.getTime() - hour)
	const [booked] = await tx.query<Row & { last_at: Date }>(sql`
		insert into auth.mail_allowances as a (address_hash, kind, last_at, day_began, day_count)
		values (${hashToken(email)}, ${kind}, ${now}, ${now}, 1)
		on conflict (address_hash, kind) do update set
			last_at = greatest(${now}, a.last_at + make_interval(secs => ${emailIntervalSeconds}::double precision)),
			day_began = case when a.day_began <= ${dayAgo} then ${now} else a.day_began end,
			day_count = case when a.day_began <= ${dayAgo} then 1 else a.day_count + 1 end
		where (a.day_count < ${emailsPerDay} or a.day_began <= ${dayAgo} or a.last_at <= ${hourAgo})
			and (not ${again}::boolean or a.last_at <= ${now})
			and a.last_at <= ${now}::timestamptz + make_interval(secs => ${mostWaiting * emailIntervalSeconds}::double precision)
		returning last_at`)
	if (booked === undefined) return undefined
	await countForShop(tx, { isKnown, now }, emailsPerHour)
	return Math.max(0, (booked.last_at.getTime() - now.getTime()) / 1000)
}

/** Counts an email against the whole shop's hour. A refusal undoes the caller's transaction, and with it the booking. */
async function countForShop(
	tx: Transaction,
	{ isKnown, now }: Pick<Booking, 'isKnown' | 'now'>,
	emailsPerHour: number,
): Promise<void> {
	const thisHour = new Date(now.getTime() - (now.getTime() % hour))
	const counted = await tx.query(sql`
		insert into auth.mails_sent as m (hour, to_known, to_others)
		values (${thisHour}, ${isKnown ? 1 : 0}, ${isKnown ? 0 : 1})
		on conflict (hour) do update set
			to_known = m.to_known + excluded.to_known, to_others = m.to_others + excluded.to_others
		where m.to_known + m.to_others < ${emailsPerHour}
			and (${isKnown}::boolean or m.to_others < ${Math.floor(emailsPerHour * strangersShare)})
		returning 1`)
	if (counted.length > 0) return
	const secondsLeft = Math.ceil((thisHour.getTime() + hour - now.getTime()) / 1000)
	throw emailTooSoon(secondsLeft, 'email rate limit exceeded')
}
