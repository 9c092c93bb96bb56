import pg from 'pg'
import { z } from 'zod'
import type { ProvedToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { phoneIsBothSteps } from '#server/apis/auth/factors/errors.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import { phoneExists, textsSpent, textTooSoon } from '#server/apis/auth/phone/errors.ts'
import type { PhoneChange } from '#server/apis/auth/phone/phone-sign-in.ts'
import { textNewToken } from '#server/apis/auth/phone/phone-tokens.ts'
import { bookText } from '#server/apis/auth/phone/text-limits.ts'
import { isTaken } from '#server/apis/auth/phone/text-requests.ts'
import type { TextRules } from '#server/apis/auth/phone/text-rules.ts'
import { handOver } from '#server/apis/auth/user/hand-over.ts'
import { type Device, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, hasNothingElse, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { textCodeMinutes } from '#shared/message-rules.ts'

/**
 * Starts a change of number. The change takes effect once the code sent to the new number is typed. If the number belongs to
 * another user, the response is the same, but no message is sent. Throws `over_sms_send_rate_limit` if a limit on messages has
 * been reached. Also throws it while another user is waiting for a code to this number, if the gateway checks codes itself.
 */
export async function requestPhoneChange(
	tx: Transaction,
	rules: TextRules,
	user: UserRow,
	{ phone, channel, device, now }: PhoneChange,
	{ isCheckedByNumber }: { isCheckedByNumber: boolean },
): Promise<UserRow> {
	const country = rules.requireCountry(phone)
	refuseBothSteps(user, phone)
	if (isCheckedByNumber) await refuseIfAwaited(tx, user, phone, now)
	const booking = { phone, country, use: 'phone_change', userId: user.id, isKnown: false, now } as const
	const booked = await bookText(tx, booking, rules.settings)
	if (booked === 'spent') throw textsSpent(now)
	if (booked === 'too soon') throw textTooSoon()
	await tx.execute(sql`
		update auth.users set phone_change = ${phone}, phone_change_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`)
	if (!(await isTaken(tx, user, phone)))
		await textNewToken(tx, { user, type: 'phone_change_token', phone, channel, from: device.address, now })
	else
		await tx.execute(
			sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'phone_change_token'`,
		)
	await recordEvent(tx, { userId: user.id, action: 'phone_change_requested', from: device, now })
	return await readUser(tx, user.id)
}

/**
 * Gives the account the number whose code was typed, and notifies the user. Throws `phone_exists` if another user has
 * confirmed the number meanwhile. Returns undefined if the user has chosen another number since.
 */
export async function completePhoneChange(
	tx: Transaction,
	{ user, relates_to: phone }: ProvedToken,
	{ device, now }: { device: Device; now: Date },
): Promise<UserRow | undefined> {
	if (user.phone_change !== phone) return undefined
	refuseBothSteps(user, phone)
	// An unconfirmed sign-up has no claim to the number.
	await tx.execute(sql`
		delete from auth.users where phone = ${phone} and id <> ${user.id} and phone_confirmed_at is null and email is null and ${hasNothingElse}`)
	await tx
		.execute(sql`
			update auth.users set
				phone = ${phone}, phone_confirmed_at = ${now}, phone_proved_at = ${now}, phone_change = null, phone_change_sent_at = null,
				is_anonymous = false, raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}'::jsonb, updated_at = ${now}
			where id = ${user.id}`)
		.catch(refuseTaken)
	await tx.execute(sql`
		delete from auth.one_time_tokens
		where user_id = ${user.id} and token_type in ('phone_token', 'phone_change_token', 'reauthentication_token')`)
	const data = { sub: user.id, phone, email_verified: false, phone_verified: true }
	const metadata = { phone_verified: true, sub: user.id }
	const changed = user.is_anonymous
		? await handOver(tx, user, { provider: 'phone', data, metadata }, { now })
		: await storeIdentity(
				tx,
				await readUser(tx, user.id),
				{ provider: 'phone', providerId: user.id, data },
				now,
			)
	if (user.is_anonymous)
		await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	await recordEvent(tx, {
		userId: user.id,
		action: 'phone_changed',
		from: device,
		now,
		noticeTo: contactOf(user),
	})
	return changed
}

const awaitedRow = z.object({ updated_at: z.date() })

/**
 * Rejects a number to which another user has just been sent a code. The gateway could not tell whose code was typed, so both
 * users' codes would be rejected.
 */
async function refuseIfAwaited(tx: Transaction, { id }: UserRow, phone: string, now: Date): Promise<void> {
	// Makes users who ask for the same number at the same time wait for each other.
	await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`phone-change/${phone}`}, 0))`)
	const since = new Date(now.getTime() - textCodeMinutes * 60_000)
	const other = await maybeOne(
		tx,
		sql`
		select updated_at from auth.one_time_tokens
		where relates_to = ${phone} and token_type = 'phone_change_token' and user_id <> ${id} and updated_at > ${since}
		order by updated_at desc limit 1`,
		awaitedRow,
	)
	if (other === undefined) return
	throw textTooSoon(Math.max(1, Math.ceil((other.updated_at.getTime() - since.getTime()) / 1000)))
}

/** Rejects a number that is a second factor. The factor may have been set up since the change was requested. */
function refuseBothSteps({ factors }: UserRow, phone: string): void {
	if (factors.some((factor) => factor.phone === phone)) throw phoneIsBothSteps()
}

function refuseTaken(error: unknown): never {
	if (error instanceof pg.DatabaseError && error.code === '23505') throw phoneExists(error)
	throw error
}
