import pg from 'pg'
import { z } from 'zod'
import { bookEmail } from '#server/apis/auth/email-links/email-limits.ts'
import { type ProvedToken, replaceToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { emailExists, emailTooSoon } from '#server/apis/auth/errors.ts'
import { scheduleRemoval } from '#server/apis/auth/factors/scheduled-removal.ts'
import { fitsVerifier } from '#server/apis/auth/grants/pkce.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import type { CodeChallenge } from '#server/apis/auth/schemas.ts'
import { handOver } from '#server/apis/auth/user/hand-over.ts'
import { type Device, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { fullMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { contactOf, hasNothingElse, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import { sendOneTimeTokenJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'

interface ChangeOptions {
	email: string
	challenge: CodeChallenge | null
	redirectTo: string
	/** Null if an owner of the shop requested the change. */
	device: Device | null
	now: Date
	settings: AuthSettings
}

const tokenTypes = ['email_change_token_new', 'email_change_token_current'] as const

/**
 * Starts a change of address. The change takes effect once both mailboxes have confirmed it, or only the new one if that is
 * enough. If the address belongs to another user, the response is the same, but no email is sent to that address. Throws
 * `over_email_send_rate_limit` if another change was requested just before.
 */
export async function requestEmailChange(
	tx: Transaction,
	user: UserRow,
	{ email, challenge, redirectTo, device, now, settings }: ChangeOptions,
): Promise<UserRow> {
	const sinceLast = now.getTime() - (user.email_change_sent_at?.getTime() ?? 0)
	const secondsLeft = Math.ceil(settings.emailIntervalSeconds - sinceLast / 1000)
	if (secondsLeft > 0) throw emailTooSoon(secondsLeft)
	await tx.execute(sql`
		delete from auth.one_time_tokens where user_id = ${user.id} and token_type = any(${tokenTypes})`)
	await tx.execute(sql`
		update auth.users set email_change = ${email}, email_change_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`)
	const common = { user, challenge, redirectTo, from: device?.address, now }
	await replaceToken(tx, { ...common, type: 'email_change_token_new', mailbox: email })
	if (settings.emailChangeNeedsBoth && user.email !== '')
		await replaceToken(tx, { ...common, type: 'email_change_token_current', mailbox: user.email })
	await mailChange(tx, user, { again: false, now, settings })
	await recordEvent(tx, { userId: user.id, action: 'email_change_requested', from: device, now })
	return await readUser(tx, user.id)
}

/**
 * Starts a change of address that an owner of the shop requested. Only the new mailbox has to confirm, because the user may have
 * lost the old one. The old one is notified once the change is made. Throws as `requestEmailChange` does.
 */
export async function requestEmailChangeByOwner(
	tx: Transaction,
	{ userId, email, siteUrl, now }: { userId: string; email: string; siteUrl: string; now: Date },
	settings: AuthSettings,
): Promise<void> {
	await tx.execute(sql`select from auth.users where id = ${userId} for no key update`)
	await requestEmailChange(tx, await readUser(tx, userId), {
		email,
		challenge: null,
		redirectTo: siteUrl,
		device: null,
		now,
		settings: { ...settings, emailChangeNeedsBoth: false },
	})
}

/** Emails the links of a pending change of address again. */
export async function resendEmailChange(
	tx: Transaction,
	user: UserRow,
	{ now, settings }: { now: Date; settings: AuthSettings },
): Promise<void> {
	await mailChange(tx, user, { again: true, now, settings })
}

async function mailChange(
	tx: Transaction,
	user: UserRow,
	{ again, now, settings }: { again: boolean; now: Date; settings: AuthSettings },
): Promise<void> {
	// Leaves out another user's confirmed address: that user must not be bothered, and the caller must not learn of them.
	const waiting = await tx.query(
		sql`
		select t.id, t.relates_to from auth.one_time_tokens t
		where t.user_id = ${user.id} and t.token_type = any(${tokenTypes}) and not exists (
			select from auth.users other
			where other.email = t.relates_to and other.id <> t.user_id and other.email_confirmed_at is not null
		)`,
		idRow.extend({ relates_to: z.string() }),
	)
	for (const { id, relates_to } of waiting) {
		const booking = {
			email: relates_to,
			kind: 'email_change',
			again,
			// The user's own mailbox. Anybody may own the new one, so its email counts towards the strangers' share.
			isKnown: user.email_confirmed_at !== null && relates_to === user.email,
			now,
		} as const
		const afterSeconds = await bookEmail(tx, booking, settings)
		if (afterSeconds !== undefined)
			await addJob(
				tx,
				sendOneTimeTokenJob,
				{ tokenId: id },
				{ key: `send-one-time-token:${id}`, afterSeconds },
			)
	}
}

/**
 * What a confirmation did. After `half`, the other mailbox still has to confirm. After `elsewhere`, the address has changed, but
 * the browser that confirmed it did not ask for the change, so it is not signed in.
 */
type ChangeOutcome = { user: UserRow } | 'half' | 'elsewhere'

/**
 * Records one mailbox's confirmation. Once all have confirmed, changes the address, voids every earlier link and notifies the
 * old address. Throws `email_exists` if another user has taken the address in the meantime.
 *
 * Anybody can ask for a change to somebody else's address, and the owner of that mailbox may press the button. So unless the new
 * mailbox confirms in the browser that asked, the account is handed over: nothing that was in it before can open it afterwards.
 * Without a `verifier` (null), the client does not say which browser it is, and counts as the one that asked.
 */
export async function completeEmailChange(
	tx: Transaction,
	proved: ProvedToken,
	{ verifier, device, now }: { verifier: string | null; device: Device; now: Date },
): Promise<ChangeOutcome> {
	const { id, user } = proved
	const { email_change: email } = user
	const challenge = { challenge: proved.code_challenge, method: proved.code_challenge_method }
	const isOwnBrowser = verifier === null || fitsVerifier(verifier, challenge)
	const isElsewhere =
		proved.confirmed_elsewhere || (proved.token_type === 'email_change_token_new' && !isOwnBrowser)
	await tx.execute(sql`delete from auth.one_time_tokens where id = ${id}`)
	const missing = await tx.execute(sql`
		update auth.one_time_tokens set confirmed_elsewhere = ${isElsewhere}
		where user_id = ${user.id} and token_type = any(${tokenTypes})`)
	if (missing > 0 || email === null) return 'half'

	await setAddress(tx, user, email, now)
	const data = fullMetadata({}, { id: user.id, email, verified: true })
	const own = { provider: 'email', data } as const
	if (isElsewhere || user.is_anonymous) {
		// A user who asked for the change has taken the second step. An owner who was asked to make it may have been deceived.
		const keepsFactors = proved.asked_from === null
		await handOver(tx, user, { ...own, metadata: data }, { now, keepsFactors })
		if (keepsFactors) await scheduleRemoval(tx, user, { now, from: device })
	} else if (user.email === '') {
		await storeIdentity(tx, await readUser(tx, user.id), { ...own, providerId: user.id }, now)
	}
	if (user.is_anonymous)
		await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	await recordEvent(tx, {
		userId: user.id,
		action: 'email_changed',
		from: device,
		now,
		noticeTo: contactOf(user),
	})
	return isOwnBrowser && !isElsewhere ? { user: await readUser(tx, user.id) } : 'elsewhere'
}

/** Gives the account its new address, which voids every earlier link. */
async function setAddress(tx: Transaction, user: UserRow, email: string, now: Date): Promise<void> {
	const metadata = JSON.stringify(
		fullMetadata(user.raw_user_meta_data, { id: user.id, email, verified: true }),
	)
	// An unconfirmed sign-up has no claim to the address.
	await tx.execute(sql`
		delete from auth.users where email = ${email} and id <> ${user.id} and email_confirmed_at is null and phone_confirmed_at is null
			and ${hasNothingElse}`)
	await tx
		.execute(sql`
			update auth.users set
				email = ${email}, is_anonymous = false, email_change = null, email_change_sent_at = null, raw_user_meta_data = ${metadata}::jsonb,
				email_confirmed_at = ${now}, updated_at = ${now}
			where id = ${user.id}`)
		.catch(refuseTaken)
	await tx.execute(sql`
		update auth.identities set
			identity_data = identity_data || jsonb_build_object('email', ${email}::text, 'email_verified', true), updated_at = ${now}
		where user_id = ${user.id} and provider = 'email'`)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
}

function refuseTaken(error: unknown): never {
	if (error instanceof pg.DatabaseError && error.code === '23505') throw emailExists(error)
	throw error
}
