import { z } from 'zod'
import { textsSpent } from '#server/apis/auth/phone/errors.ts'
import type { PhoneSettings } from '#server/config/sms-settings.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { secondsBetweenTexts } from '#shared/message-rules.ts'

/**
 * What a message is for. Each use has its own interval, so that a stranger who asks for a message of one kind cannot delay the
 * user's message of another kind.
 */
export type TextUse =
	| 'sign_in'
	| 'phone_change'
	| 'reauthentication'
	| 'second_step'
	| 'new_second_step'
	| 'notice'

/** The most messages in a day: to one number for one use, and to one account for all uses that only its user can ask for. */
const textsPerDay = { number: 10, account: 15 }
/** The share of the day's messages that may go to numbers nobody has confirmed; the rest is reserved for accounts. */
const strangersShare = 0.75
const hour = 3_600_000
const day = 24 * hour

interface Booking {
	phone: string
	country: string
	use: TextUse
	userId: string
	/** Whether the number is confirmed as the user's. Anybody can ask for messages to other numbers. */
	isKnown: boolean
	now: Date
}

/**
 * Reserves a message to a number. Returns `too soon` if the number or the account has reached its limit, and `spent` if the
 * country or the shop has. A confirmed number that has had its messages for the day still gets one an hour, so that nobody can
 * lock its user out.
 */
export async function bookText(
	tx: Transaction,
	booking: Booking,
	settings: Pick<PhoneSettings, 'prices' | 'budgetPencePerDay' | 'textsPerCountry'>,
): Promise<'booked' | 'too soon' | 'spent'> {
	const { phone, use, userId, isKnown } = booking
	// Two changes within a minute lead to two notices.
	const seconds = use === 'notice' ? 0 : secondsBetweenTexts
	const number = { key: `${phone}`, kind: `text_${use}`, seconds }
	if (!(await allow(tx, { ...number, most: textsPerDay.number, hourly: isKnown }, booking.now)))
		return 'too soon'
	const account = { key: userId, kind: 'text_account', seconds: 0 }
	// Messages that strangers can request do not count towards the account's limit. Otherwise strangers could use it up, and the
	// user would get no notice and no code for the second step.
	if (
		use !== 'notice' &&
		use !== 'sign_in' &&
		!(await allow(tx, { ...account, most: textsPerDay.account, hourly: isKnown }, booking.now))
	)
		return 'too soon'
	return (await countForShop(tx, booking, settings)) ? 'booked' : 'spent'
}

interface Allowance {
	key: string
	kind: string
	/** The shortest interval between two messages. */
	seconds: number
	/** The most messages in a day. */
	most: number
	/** Whether one message an hour is still allowed after that. */
	hourly: boolean
}

async function allow(
	tx: Transaction,
	{ key, kind, seconds, most, hourly }: Allowance,
	now: Date,
): Promise<boolean> {
	const before = (ms: number) => new Date(now.getTime() - ms)
	return await exists(
		tx,
		sql`
		insert into auth.mail_allowances as a (address_hash, kind, last_at, day_began, day_count)
		values (${hashToken(key)}, ${kind}, ${now}, ${now}, 1)
		on conflict (address_hash, kind) do update set
			last_at = ${now},
			day_began = case when a.day_began <= ${before(day)} then ${now} else a.day_began end,
			day_count = case when a.day_began <= ${before(day)} then 1 else a.day_count + 1 end
		where a.last_at <= ${before(seconds * 1000)} and (
			a.day_count < ${most} or a.day_began <= ${before(day)} or (${hourly}::boolean and a.last_at <= ${before(hour)})
		) returning 1`,
	)
}

/** Counts a message and its price towards the day's limits. */
async function countForShop(
	tx: Transaction,
	{ country, isKnown, now }: Booking,
	{
		prices,
		budgetPencePerDay,
		textsPerCountry,
	}: Pick<PhoneSettings, 'prices' | 'budgetPencePerDay' | 'textsPerCountry'>,
): Promise<boolean> {
	const today = dayOf(now)
	const pence = priceOf(country, prices)
	const share = isKnown ? 1 : strangersShare
	// Serialises concurrent transactions, because the sum below cannot see what the others are adding.
	await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('texts-of-a-day', 0))`)
	const isCounted = await exists(
		tx,
		sql`
		insert into auth.texts_sent as t (day, country, to_known, to_others, cost_pence)
		select ${today}::date, ${country}, ${isKnown ? 1 : 0}, ${isKnown ? 0 : 1}, ${pence}
		where (select coalesce(sum(cost_pence), 0) from auth.texts_sent where day = ${today}::date) + ${pence}
			<= ${budgetPencePerDay * share}
		on conflict (day, country) do update set
			to_known = t.to_known + excluded.to_known, to_others = t.to_others + excluded.to_others,
			cost_pence = t.cost_pence + excluded.cost_pence
		where t.to_known + t.to_others < ${Math.ceil(textsPerCountry * share)}
		returning 1`,
	)
	if (isCounted) return true
	await countOutcome(tx, { country, now }, 'refused')
	return false
}

/** Returns the price of a message in pence. A country without a price of its own costs as much as the dearest country. */
function priceOf(country: string, prices: ReadonlyMap<string, number>): number {
	return prices.get(country) ?? prices.get('*') ?? Math.max(...prices.values())
}

/** Counts the outcome of a message. */
export async function countOutcome(
	on: Pick<Database, 'query'> | Pick<Transaction, 'query'>,
	{ country, now }: { country: string; now: Date },
	outcome: 'used' | 'failed' | 'refused',
): Promise<void> {
	await on.query(sql`
		insert into auth.texts_sent as t (day, country, used, failed, refused)
		values (${dayOf(now)}::date, ${country}, ${outcome === 'used' ? 1 : 0}, ${outcome === 'failed' ? 1 : 0}, ${outcome === 'refused' ? 1 : 0})
		on conflict (day, country) do update set
			used = t.used + excluded.used, failed = t.failed + excluded.failed, refused = t.refused + excluded.refused`)
}

const spentRow = z.object({ spent: z.boolean() })

/** Throws `over_sms_send_rate_limit` if nobody in the country can be texted any more today. */
export async function refuseIfSpent(
	database: Pick<Database, 'query'>,
	{ country, now }: { country: string; now: Date },
	{
		prices,
		budgetPencePerDay,
		textsPerCountry,
	}: Pick<PhoneSettings, 'prices' | 'budgetPencePerDay' | 'textsPerCountry'>,
): Promise<void> {
	const sent = await one(
		database,
		sql`
		select coalesce(sum(cost_pence), 0) + ${priceOf(country, prices)} > ${budgetPencePerDay}
			or coalesce(sum(to_known + to_others) filter (where country = ${country}), 0) >= ${textsPerCountry} as spent
		from auth.texts_sent where day = ${dayOf(now)}::date`,
		spentRow,
	)
	if (sent.spent) throw textsSpent(now)
}

function dayOf(now: Date): string {
	return now.toISOString().slice(0, 10)
}
