import type { Context } from 'hono'
import type { z } from 'zod'
import { signUpAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { countEmailRequest } from '#server/apis/auth/email-links/email-limits.ts'
import { signUpsClosed, userAlreadyExists } from '#server/apis/auth/errors.ts'
import { checkNewPassword } from '#server/apis/auth/passwords/password-rules.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { readBody, readCodeChallenge, redirectTarget, signUpSchema } from '#server/apis/auth/schemas.ts'
import { presentSession, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { decoyUser } from '#server/apis/auth/sign-up/decoy-user.ts'
import { appMetadata, confirmMailbox, findOrCreate } from '#server/apis/auth/sign-up/email-account.ts'
import { latestSignUp, sendConfirmation, storeSignUp } from '#server/apis/auth/sign-up/pending-sign-ups.ts'
import { signUpAnonymously } from '#server/apis/auth/sign-up/sign-up-anonymously.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import {
	fullMetadata,
	mergeMetadata,
	readMetadata,
	type UserMetadata,
} from '#server/apis/auth/user/user-metadata.ts'
import { isBanned, isSomebodys, presentUser, type UserRow } from '#server/apis/auth/user/users.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /signup`: stores a sign-up and emails its link. The sign-up takes effect when the address is confirmed. Several
 * sign-ups can wait for one address. If the address is already confirmed, the response contains a decoy user without
 * identities, which tells clients that the account exists.
 */
export function signUp(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Signs up by email; without an address, signs in an anonymous user.',
			for: 'callers',
			query: ['redirect_to'],
			body: signUpSchema,
			answers: { 200: signUpAnswer },
		},
		authenticate: (c) => auth.authenticate(c.req.raw),
		limit: (c) => auth.passwords.checkRoom(c.get('clientAddress')),
		parse: (c) => readBody(c.req.raw, signUpSchema),
		act: async (c, _caller, body) => {
			if (body.email === '' && body.phone === '') return c.json(await signUpAnonymously(c, auth, body))
			checkOffered(body, auth)
			if (body.phone === '') return c.json(await signUpByEmail(c, auth, body))
			return c.json(
				await requirePhone(auth).signUp(c, {
					...body,
					phone: readPhone(body.phone),
					metadata: mergeMetadata({}, readMetadata(body.data)),
					challenge: readCodeChallenge(body),
				}),
			)
		},
	})
}

async function signUpByEmail(
	c: Context<Env>,
	auth: AuthDependencies,
	body: z.infer<typeof signUpSchema>,
): Promise<Record<string, unknown>> {
	const { database, settings, passwords, clock } = auth
	const address = c.get('clientAddress')
	const email = readEmail(body.email)
	checkNewPassword(body.password, email, settings)
	const metadata = mergeMetadata({}, readMetadata(body.data))
	const challenge = readCodeChallenge(body)
	const redirectTo = redirectTarget(c.req.query('redirect_to'), auth).href
	await auth.rateLimits.consume('signUp', address)
	await countEmailRequest(auth.rateLimits, { email, from: address, refusesAgain: false })

	// Signing up again with the same password repeats the same sign-up. `verify` takes as long without a hash, so that the timing
	// does not reveal a pending sign-up.
	const latest = await latestSignUp(database, email)
	const isSame = await passwords.verify(latest?.password ?? null, body.password, address)
	const earlier = isSame ? latest : undefined
	const password = earlier?.password ?? (await passwords.hash(body.password, address))

	const now = clock.now()
	const outcome = await database.asServer(async (tx) => {
		const user = await findOrCreate(tx, email, now)
		if (user.email_confirmed_at !== null || isBanned(user, now)) return { exists: true } as const
		if (settings.mailerAutoconfirm) {
			if (isSomebodys(user)) return { exists: true } as const
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
			{ password, metadata, challenge, redirectTo, from: address },
			{ now, renews: earlier?.id },
		)
		return {
			waiting: await sendConfirmation(tx, user, { tokenId, again: earlier !== undefined, now }, settings),
		}
	})

	if (outcome.signedIn !== undefined) return await presentSession(auth, outcome.signedIn)
	if (outcome.waiting !== undefined) return presentUser(withMetadata(outcome.waiting, metadata))
	if (settings.mailerAutoconfirm) throw userAlreadyExists()
	return presentUser(decoyUser({ email, phone: '', appMetadata, metadata, now }))
}

function checkOffered(
	{ email, phone, password }: { email: string; phone: string; password: string },
	{ settings, phone: offered }: AuthDependencies,
): void {
	if (!settings.signUpsOpen) throw signUpsClosed()
	if (password === '') throw validationFailed('Signup requires a valid password')
	if (email !== '' && phone !== '')
		throw validationFailed('Only an email address or phone number should be provided on signup.')
	if (phone !== '') requirePhone({ phone: offered }, { message: 'Phone signups are disabled' })
}

/** Returns the pending user with the metadata of this sign-up. The metadata of an earlier sign-up must not be revealed. */
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
