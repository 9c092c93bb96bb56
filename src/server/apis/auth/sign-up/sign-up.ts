import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { countEmailRequest } from '#server/apis/auth/email-links/email-limits.ts'
import { checkNewPassword } from '#server/apis/auth/passwords/password-rules.ts'
import {
	invalid,
	readBody,
	readCodeChallenge,
	redirectTarget,
	signUpSchema,
} from '#server/apis/auth/schemas.ts'
import { presentSession, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { appMetadata, confirmMailbox, findOrCreate } from '#server/apis/auth/sign-up/email-account.ts'
import { latestSignUp, sendConfirmation, storeSignUp } from '#server/apis/auth/sign-up/pending-sign-ups.ts'
import { signUpAnonymously, signUpsClosed } from '#server/apis/auth/sign-up/sign-up-anonymously.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import {
	fullMetadata,
	mergeMetadata,
	readMetadata,
	type UserMetadata,
} from '#server/apis/auth/user/user-metadata.ts'
import { isBanned, presentUser, type UserRow } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /signup`: stores a sign-up and emails its confirmation. It takes effect only once the mailbox is proven;
 * several for one address wait side by side. A confirmed address gets a decoy user without identities, which tells
 * clients that the account exists.
 */
export function signUp(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		limit: (c) => auth.passwords.checkRoom(c.get('clientAddress')),
		parse: (c) => readBody(c.req.raw, signUpSchema),
		act: async (c, _caller, body) =>
			c.json(
				body.email === '' && body.phone === ''
					? await signUpAnonymously(c, auth, body)
					: await signUpByEmail(c, auth, body),
			),
	})
}

async function signUpByEmail(
	c: Context<Env>,
	auth: AuthDependencies,
	body: z.infer<typeof signUpSchema>,
): Promise<Record<string, unknown>> {
	const { database, settings, passwords, clock } = auth
	const address = c.get('clientAddress')
	checkOffered(body, settings)
	const email = readEmail(body.email)
	checkNewPassword(body.password, email, settings)
	const metadata = mergeMetadata({}, readMetadata(body.data))
	const challenge = readCodeChallenge(body)
	const redirectTo = redirectTarget(c.req.query('redirect_to'), auth).href
	await auth.rateLimits.consume('signUp', address)
	await countEmailRequest(auth.rateLimits, { email, from: address, refusesAgain: false })

	// Signing up again with the same password repeats the same sign-up. The hash is compared even if there is none, so
	// that the timing does not reveal a pending sign-up.
	const latest = await latestSignUp(database, email)
	const isSame = await passwords.verify(latest?.password ?? null, body.password, address)
	const earlier = isSame ? latest : undefined
	const password = earlier?.password ?? (await passwords.hash(body.password, address))

	const now = clock.now()
	const outcome = await database.asServer(async (tx) => {
		const user = await findOrCreate(tx, email, now)
		if (user.email_confirmed_at !== null || isBanned(user, now)) return { exists: true } as const
		if (settings.mailerAutoconfirm) {
			const confirmed = await confirmMailbox(tx, user, { password, metadata }, now)
			const device = deviceOf(c)
			await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
			return {
				signedIn: await startSession(tx, { user: confirmed, method: 'password', device, now, settings }),
			}
		}
		const tokenId = await storeSignUp(
			tx,
			user,
			{ password, metadata, challenge, redirectTo },
			{ now, renews: earlier?.id },
		)
		return {
			waiting: await sendConfirmation(tx, user, { tokenId, again: earlier !== undefined, now }, settings),
		}
	})

	if (outcome.signedIn !== undefined) return await presentSession(auth, outcome.signedIn)
	if (outcome.waiting !== undefined) return presentUser(withMetadata(outcome.waiting, metadata))
	if (settings.mailerAutoconfirm)
		throw new AppError({ code: 'user_already_exists', status: 422, message: 'User already registered' })
	return presentUser(decoyUser(email, metadata, now))
}

function checkOffered(
	{ email, phone, password }: { email: string; phone: string; password: string },
	{ signUpsOpen }: AuthSettings,
): void {
	if (!signUpsOpen) throw signUpsClosed()
	if (password === '') throw invalid('Signup requires a valid password')
	if (email !== '' && phone !== '')
		throw invalid('Only an email address or phone number should be provided on signup.')
	if (phone !== '')
		throw new AppError({
			code: 'phone_provider_disabled',
			status: 400,
			message: 'Phone signups are disabled',
		})
}

/** Returns the pending user with this sign-up's metadata; that of an earlier one must not be revealed. */
function withMetadata(user: UserRow, metadata: UserMetadata): UserRow {
	const full = fullMetadata(metadata, { ...user, verified: false })
	return {
		...user,
		// A pending recovery must not be revealed either.
		recovery_sent_at: null,
		raw_user_meta_data: full,
		identities: user.identities.map((identity) => ({ ...identity, identity_data: full })),
	}
}

function decoyUser(email: string, metadata: UserMetadata, now: Date): UserRow {
	return {
		id: randomUUID(),
		aud: 'authenticated',
		role: '',
		email,
		encrypted_password: null,
		email_confirmed_at: null,
		confirmation_sent_at: now,
		recovery_sent_at: null,
		email_change: null,
		email_change_sent_at: null,
		reauthentication_sent_at: null,
		last_sign_in_at: null,
		banned_until: null,
		invited_at: null,
		deleted_at: null,
		raw_app_meta_data: appMetadata,
		raw_user_meta_data: metadata,
		is_anonymous: false,
		created_at: now,
		updated_at: now,
		identities: [],
		factors: [],
	}
}
