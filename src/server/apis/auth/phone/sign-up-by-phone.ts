import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { userAlreadyExists } from '#server/apis/auth/errors.ts'
import { checkNewPassword } from '#server/apis/auth/passwords/password-rules.ts'
import { confirmPhone, findOrCreateByPhone, phoneAppMetadata } from '#server/apis/auth/phone/phone-account.ts'
import type { SignUpByPhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { mergeWithWaiting, textNewToken } from '#server/apis/auth/phone/phone-tokens.ts'
import { bookText } from '#server/apis/auth/phone/text-limits.ts'
import type { TextRules } from '#server/apis/auth/phone/text-rules.ts'
import { presentSession, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { decoyUser } from '#server/apis/auth/sign-up/decoy-user.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { fullMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { isBanned, isSomebodys, presentUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'

/**
 * Signs up with a number and a password. The password takes effect once the texted code is typed. The answer is the same whether
 * or not the number has an account.
 */
export async function signUpByPhone(
	c: Context<Env>,
	auth: AuthDependencies,
	rules: TextRules,
	{ phone, channel: named, password: typed, metadata, challenge }: SignUpByPhone,
): Promise<Record<string, unknown>> {
	const { database, settings, passwords, clock } = auth
	if (challenge !== null) throw validationFailed('PKCE not supported for phone signups')
	const channel = rules.readChannel(named)
	checkNewPassword(typed, '', settings)
	const address = c.get('clientAddress')
	await auth.rateLimits.consume('signUp', address)
	// Without confirmation no message is sent, so any number is accepted.
	const country = settings.mailerAutoconfirm ? '' : rules.requireCountry(phone)
	if (country !== '') await rules.countRequest(c, { phone, country })

	const now = clock.now()
	const waiting = await waitingRequest(database, phone, now)
	// Without a hash, `verify` does the same work, so that the timing does not reveal whether a sign-up is pending.
	const isSame = await passwords.verify(waiting?.password ?? null, typed, address)
	const hash = isSame && waiting?.password ? waiting.password : await passwords.hash(typed, address)
	// If the passwords differ, somebody else may have made the waiting request. In that case the code confirms the number but
	// sets no password.
	const password = waiting === undefined || isSame ? hash : null

	const outcome = await database.asServer(async (tx) => {
		const user = await findOrCreateByPhone(tx, phone, now)
		if (user.phone_confirmed_at !== null || isBanned(user, now)) return {}
		const device = deviceOf(c)
		if (settings.mailerAutoconfirm) {
			if (user.email !== '' || isSomebodys(user)) return {}
			const confirmed = await confirmPhone(tx, user, { password: hash, metadata }, now)
			await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
			const opened = { user: confirmed, method: 'password', device, now, settings } as const
			return { signedIn: await startSession(tx, opened) }
		}
		const booking = { phone, country, use: 'sign_in', userId: user.id, isKnown: false, now } as const
		if ((await bookText(tx, booking, rules.settings)) === 'booked') {
			await textNewToken(tx, {
				user,
				type: 'phone_token',
				phone,
				channel,
				from: address,
				password,
				metadata,
				now,
			})
			await tx.execute(sql`update auth.users set confirmation_sent_at = ${now} where id = ${user.id}`)
		} else await mergeWithWaiting(tx, { user, password, metadata })
		return {}
	})

	if (outcome.signedIn !== undefined) return await presentSession(auth, outcome.signedIn)
	if (settings.mailerAutoconfirm) throw userAlreadyExists()
	return presentUser(pendingUser(phone, metadata, now))
}

/**
 * Returns a user that looks the same for every number, so that nobody learns which numbers have accounts. Its id is not the
 * account's.
 */
function pendingUser(phone: string, given: UserMetadata, now: Date): UserRow {
	const user = decoyUser({ email: '', phone, appMetadata: phoneAppMetadata, metadata: given, now })
	const metadata = fullMetadata(given, { id: user.id, email: '', verified: false })
	const times = { last_sign_in_at: null, created_at: now.toISOString(), updated_at: now.toISOString() }
	const identity = {
		provider: 'phone',
		provider_id: user.id,
		email: null,
		user_id: user.id,
		id: randomUUID(),
	}
	return {
		...user,
		role: 'authenticated',
		raw_user_meta_data: metadata,
		identities: [{ ...identity, identity_data: { ...metadata, phone }, ...times }],
	}
}

const waitingRow = z.object({ password: z.string().nullable() })

/** Returns the waiting request whose code is still valid, with the password that it contained. */
async function waitingRequest(
	database: Database,
	phone: string,
	now: Date,
): Promise<{ password: string | null } | undefined> {
	return await maybeOne(
		database,
		sql`
		select t.pending_password as password
		from auth.one_time_tokens t join auth.users u on u.id = t.user_id
		where u.phone = ${phone} and t.token_type = 'phone_token' and coalesce(t.expires_at, t.created_at + interval '10 minutes') > ${now}`,
		waitingRow,
	)
}
