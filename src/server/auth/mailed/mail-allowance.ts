import { oneWay } from '#server/auth/one-way.ts'
import type { Row, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { AuthSettings } from '#server/settings/auth.ts'

export type MailKind = 'confirmation' | 'magic_link' | 'recovery' | 'email_change' | 'reauthentication'

interface Booking {
	email: string
	kind: MailKind
	/** True: the same thing asked for again, which a mail already on its way answers. */
	again: boolean
	now: Date
}

// So many mails may wait for their minute; what is asked for beyond that gets none.
const mostWaiting = 3
const hour = 3_600_000
const day = 24 * hour

/**
 * Books the next free moment for a mail to an address and gives the seconds until then: 0 at once, more while the last one
 * is fresh. Undefined where no mail is to go. An address that had its day's mails still gets one an hour, so that nobody
 * can keep somebody from their account by asking for mails in their name.
 */
export async function bookMail(
	tx: Transaction,
	{ email, kind, again, now }: Booking,
	{ mailIntervalSeconds, mailsPerDay }: Pick<AuthSettings, 'mailIntervalSeconds' | 'mailsPerDay'>,
): Promise<number | undefined> {
	const dayAgo = new Date(now.getTime() - day)
	const hourAgo = new Date(now.getTime() - hour)
	const [booked] = await tx.query<Row & { last_at: Date }>(sql`
		insert into auth.mail_allowances as a (address_hash, kind, last_at, day_began, day_count)
		values (${oneWay(email)}, ${kind}, ${now}, ${now}, 1)
		on conflict (address_hash, kind) do update set
			last_at = greatest(${now}, a.last_at + make_interval(secs => ${mailIntervalSeconds}::double precision)),
			day_began = case when a.day_began <= ${dayAgo} then ${now} else a.day_began end,
			day_count = case when a.day_began <= ${dayAgo} then 1 else a.day_count + 1 end
		where (a.day_count < ${mailsPerDay} or a.day_began <= ${dayAgo} or a.last_at <= ${hourAgo})
			and (not ${again}::boolean or a.last_at <= ${now})
			and a.last_at <= ${now}::timestamptz + make_interval(secs => ${mostWaiting * mailIntervalSeconds}::double precision)
		returning last_at`)
	return booked && Math.max(0, (booked.last_at.getTime() - now.getTime()) / 1000)
}
