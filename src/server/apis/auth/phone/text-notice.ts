import { z } from 'zod'
import { bookText } from '#server/apis/auth/phone/text-limits.ts'
import type { SendTextOptions, Waiting } from '#server/apis/auth/phone/waiting-text.ts'
import { isSecurityNotice } from '#server/apis/auth/user/send-security-notice.ts'
import { sendTextJob } from '#server/features/accounts/jobs.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { readPlainShopName } from '#server/shop/shop-name.ts'
import { dayMs } from '#shared/clock.ts'
import type { SecurityNotice } from '#shared/mail-texts.ts'

/** A security notice for an account that has only a number. */
export interface TextNotice {
	entryId: string
	userId: string
	phone: string
}

/** A notice that could not be sent for this long is dropped. */
const lateAfterMs = dayMs

/** What happened. Uses only plain letters, because any others would double the price of the message. */
const events: Readonly<Record<SecurityNotice, string>> = {
	user_updated_password: 'the password of your account was changed.',
	user_recovered: 'your account was recovered.',
	email_changed: 'an email address was added to your account.',
	phone_changed: 'the phone number of your account was changed.',
	factor_verified: 'two-step verification was set up for your account.',
	factor_unenrolled: 'a second step was removed from your account.',
	passkey_created: 'a passkey was added to your account.',
	passkey_deleted: 'a passkey was removed from your account.',
	recovery_codes_made: 'your account has new recovery codes.',
	recovery_codes_removed: 'the recovery codes of your account were removed.',
	recovery_code_used: 'a recovery code of your account was used.',
	identity_unlinked: 'a way to sign in was removed from your account.',
	identity_linked: 'a way to sign in was added to your account.',
	token_reused: 'another device used your sign-in.',
	token_revoked: 'another device used your sign-in, which has been ended.',
}

/**
 * Reserves the message for a notice and queues it. The number is the user's own, so the text counts towards the share that is
 * kept for accounts.
 */
export async function queueTextNotice(
	{ database, clock, rules, gateway, log }: Omit<SendTextOptions, 'siteUrl'>,
	{ entryId, userId, phone }: TextNotice,
): Promise<void> {
	const country = rules.findCountry(phone)
	// Either the gateway writes its messages itself and sends only codes, or the settings no longer list the country.
	if (gateway.wordsItself || country === undefined) return
	await database.asServer(async (tx) => {
		const booking = { phone, country, use: 'notice', userId, isKnown: true, now: clock.now() } as const
		if ((await bookText(tx, booking, rules.settings)) === 'booked') await addJob(tx, sendTextJob, { entryId })
		else log.warn({ country }, 'a security notice was not texted: a limit was reached')
	})
}

const noticeRow = z.object({ action: z.string(), notice_to: z.string(), created_at: z.date() })

/** Returns the notice to send. Returns undefined if the account has been deleted in the meantime. */
export async function findNotice(
	{ database, clock, siteUrl }: SendTextOptions,
	{ entryId }: { entryId: string },
): Promise<Waiting | undefined> {
	const entry = await maybeOne(
		database,
		sql`
		select e.action, e.notice_to, e.created_at
		from auth.audit_log_entries e join auth.users u on u.id = e.user_id
		where e.id = ${entryId} and e.notice_to is not null`,
		noticeRow,
	)
	if (entry === undefined || !isSecurityNotice(entry.action)) return undefined
	const { action, notice_to, created_at } = entry
	const shop = await readPlainShopName(database)
	const text = `${shop}: ${events[action]} Not you? Sign in and change your password, or write to us: ${new URL(siteUrl).host}/contact`
	return {
		phone: notice_to.slice(1),
		channel: 'sms',
		isLate: clock.now().getTime() - created_at.getTime() > lateAfterMs,
		prepare: async () => ({ text, code: '' }),
	}
}
