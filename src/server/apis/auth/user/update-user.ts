import type { Context } from 'hono'
import type { z } from 'zod'
import { userAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { countEmailRequest } from '#server/apis/auth/email-links/email-limits.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import { checkReauthentication } from '#server/apis/auth/passwords/check-reauthentication.ts'
import { samePassword } from '#server/apis/auth/passwords/errors.ts'
import { checkNewPassword, membersRules } from '#server/apis/auth/passwords/password-rules.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { readBody, readCodeChallenge, redirectTarget, updateUserSchema } from '#server/apis/auth/schemas.ts'
import {
	type LiveSession,
	lockAccountOf,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/sessions.ts'
import { requestEmailChange } from '#server/apis/auth/user/change-email.ts'
import { accountJustChanged, appMetadataIsForAdmins } from '#server/apis/auth/user/errors.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { fullMetadata, mergeMetadata, readMetadata } from '#server/apis/auth/user/user-metadata.ts'
import {
	contactOf,
	presentUser,
	readUser,
	refuseAnonymous,
	type UserRow,
} from '#server/apis/auth/user/users.ts'
import { isStaff } from '#server/features/staff/staff-links.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import type { TextChannel } from '#server/shop/text-messages/text-gateway.ts'

/**
 * `PUT /user`: changes the user's metadata and password. A change of address or number only starts here and must then be
 * confirmed. A new password signs out every other device and voids every earlier email link.
 */
export function updateUser(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Changes the password, the address or the metadata.',
			for: 'users',
			query: ['redirect_to'],
			body: updateUserSchema,
			answers: { 200: userAnswer },
		},
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		parse: (c) => readBody(c.req.raw, updateUserSchema),
		act: async (c, session, body) => c.json(presentUser(await change(c, auth, session, body))),
	})
}

type Change = z.infer<typeof updateUserSchema>

async function change(
	c: Context<Env>,
	auth: AuthDependencies,
	session: LiveSession,
	body: Change,
): Promise<UserRow> {
	const { user, claims } = session
	checkChangeable(body, auth, session)
	if (body.password !== '') refuseAnonymous(user)
	const data = readMetadata(body.data)
	const email = changedEmail(body.email, user)
	const number = changedNumber(body, auth, user)
	const challenge = readCodeChallenge(body)
	await auth.rateLimits.consume('updateUser', user.id)
	// Counts by network address. Otherwise somebody with many accounts, such as anonymous ones, could have more messages sent.
	const from = c.get('clientAddress')
	if (email !== undefined) {
		await auth.rateLimits.consume('email', from)
		await countEmailRequest(auth.rateLimits, { email, from, refusesAgain: true })
	}
	if (number !== undefined) await auth.rateLimits.consume('text', from)
	const asksOldMailbox = auth.settings.emailChangeNeedsBoth && user.email !== ''
	if (!user.is_anonymous && (number !== undefined || (email !== undefined && !asksOldMailbox)))
		// If the old mailbox does not have to confirm, a stolen session must not be enough to change the address.
		await checkReauthentication(
			auth,
			session,
			{ currentPassword: body.current_password, nonce: body.nonce, from },
			{
				message: `Changing the ${number === undefined ? 'email address' : 'phone number'} requires reauthentication`,
			},
		)
	const password = body.password === '' ? undefined : await acceptPassword(auth, session, body, from)

	const now = auth.clock.now()
	const device = deviceOf(c)
	return await auth.database.asServer(async (tx) => {
		const current = await lockAccountOf(tx, session, now)
		if (password !== undefined) requireSamePassword(current, user)
		// A second factor may have been set up since the session was read.
		checkChangeable(body, auth, { ...session, user: current })
		if (password !== undefined)
			await setPassword(tx, current, { password, sessionId: claims.session_id, device, now })
		if (body.data !== undefined && body.data !== null) {
			const metadata = JSON.stringify(mergeMetadata(current.raw_user_meta_data, data))
			await tx.execute(
				sql`update auth.users set raw_user_meta_data = ${metadata}::jsonb, updated_at = ${now} where id = ${user.id}`,
			)
			await recordEvent(tx, { userId: user.id, action: 'user_modified', from: device, now })
		}
		if (number !== undefined) await requirePhone(auth).requestChange(tx, current, { ...number, device, now })
		if (email !== undefined) {
			const redirectTo = redirectTarget(c.req.query('redirect_to'), auth).href
			const { settings } = auth
			return await requestEmailChange(tx, current, { email, challenge, redirectTo, device, now, settings })
		}
		return await readUser(tx, user.id)
	})
}

function checkChangeable(
	{ email, phone, password, data, app_metadata }: Change,
	{ phone: offered }: AuthDependencies,
	session: LiveSession,
): void {
	if (app_metadata !== undefined && app_metadata !== null) throw appMetadataIsForAdmins()
	if (phone !== '') requirePhone({ phone: offered })
	if (password !== '' || phone !== '' || (email !== '' && email.toLowerCase() !== session.user.email))
		requireSecondStep(session, {
			status: 401,
			message: 'AAL2 session is required to update email or password when MFA is enabled.',
		})
	// Stricter than the reference server, which allows a change of metadata without the second step.
	if (data !== undefined && data !== null)
		requireSecondStep(session, { status: 401, message: 'AAL2 session is required when MFA is enabled.' })
}

function changedEmail(wanted: string, user: UserRow): string | undefined {
	if (wanted === '') return undefined
	const email = readEmail(wanted)
	return email === user.email ? undefined : email
}

/** Returns the number that the user wants to change to; undefined if they already have it. */
function changedNumber(
	{ phone: wanted, channel }: Change,
	auth: AuthDependencies,
	user: UserRow,
): { phone: string; channel: TextChannel } | undefined {
	if (wanted === '') return undefined
	const phone = readPhone(wanted)
	if (phone === user.phone && user.phone_confirmed_at !== null) return undefined
	return { phone, channel: requirePhone(auth).readChannel(phone, channel) }
}

/** Validates a new password and returns its hash. */
async function acceptPassword(
	auth: AuthDependencies,
	session: LiveSession,
	change: Change,
	from: string,
): Promise<string> {
	const { passwords, settings } = auth
	const { id, email, encrypted_password: current } = session.user
	const isMember = await isStaff(auth.database, id)
	checkNewPassword(change.password, email, isMember ? membersRules(settings) : settings)
	await checkReauthentication(
		auth,
		session,
		{ currentPassword: change.current_password, nonce: change.nonce, from },
		{ message: 'Password update requires reauthentication' },
	)
	if (current !== null && (await passwords.verify(current, change.password, id))) throw samePassword()
	return await passwords.hash(change.password, id)
}

/** Rejects a new password if a concurrent request has changed the password in the meantime. */
function requireSamePassword(current: UserRow, { encrypted_password: before }: UserRow): void {
	if (current.encrypted_password === before) return
	throw accountJustChanged()
}

/** Sets the password, ends every other session and pending request, and notifies the user. */
async function setPassword(
	tx: Transaction,
	user: UserRow,
	{ password, sessionId, device, now }: { password: string; sessionId: string; device: Device; now: Date },
): Promise<void> {
	await tx.execute(sql`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}`)
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
	await tx.execute(sql`
		update auth.users set
			encrypted_password = ${password}, email_change = null, email_change_sent_at = null, phone_change = null,
			phone_change_sent_at = null, updated_at = ${now}
		where id = ${user.id}`)
	if (!user.identities.some(({ provider }) => provider === 'email')) {
		// A password is a separate way to sign in, so it gets an identity of its own. The user may then remove the external
		// identity later.
		const data = fullMetadata({}, { ...user, verified: true })
		await storeIdentity(tx, user, { provider: 'email', providerId: user.id, data }, now)
	}
	// Notifies even if there was no password: a recovery may have removed it, and a first password adds a way to sign in.
	await recordEvent(tx, {
		userId: user.id,
		action: 'user_updated_password',
		from: device,
		now,
		noticeTo: contactOf(user),
	})
}
