import { z } from 'zod'
import { verifyAnswer } from '#server/apis/auth/answers.ts'
import { attemptKey, limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { findByCode, isOwnNetwork } from '#server/apis/auth/email-links/code-tries.ts'
import {
	findByLink,
	type ProvedToken,
	type TokenType,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import { codeExpired, userBanned } from '#server/apis/auth/errors.ts'
import { scheduleRemoval } from '#server/apis/auth/factors/scheduled-removal.ts'
import { fitsVerifier } from '#server/apis/auth/grants/pkce.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { readPhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { readBody, verifySchema } from '#server/apis/auth/schemas.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { confirmMailbox, type SignUpChoice } from '#server/apis/auth/sign-up/email-account.ts'
import { completeEmailChange } from '#server/apis/auth/user/change-email.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { storedMetadataSchema } from '#server/apis/auth/user/user-metadata.ts'
import { isBanned, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { emailLinkExpired, validationFailed } from '#server/platform/errors.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'
import type { LimitName } from '#server/platform/http/rate-limit.ts'

/** Maps each verification type of the API to the types of token that it accepts. */
export const proofTypes: ReadonlyMap<string, readonly TokenType[]> = new Map([
	['signup', ['confirmation_token']],
	['invite', ['invite_token']],
	['email', ['confirmation_token', 'magic_link_token']],
	['magiclink', ['magic_link_token']],
	['recovery', ['recovery_token']],
	['email_change', ['email_change_token_new', 'email_change_token_current']],
])

/** What a confirmation that opens no session answers. */
export const outcomeMessages = {
	half: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
	elsewhere: 'Email address changed. Please sign in with it',
} as const

/** Proves that the caller can read a mailbox: the token of an email link, or an address with the code emailed to it. */
type Proof = { link: string } | { email: string; code: string }
type ProofRefusal = 'dead' | 'banned'
type WithoutSession = keyof typeof outcomeMessages

/** `POST /verify`: applies an email link, or an emailed or texted code, and signs the user in. */
export function verify(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Exchanges an emailed link or code for a session.',
			for: 'anyone',
			body: verifySchema,
			answers: { 200: verifyAnswer },
		},
		authenticate: anyone,
		parse: async (c) => readProof(await readBody(c.req.raw, verifySchema)),
		act: async (c, _caller, { type, proof, verifier }) => {
			if ('phone' in proof) {
				// A shop that does not offer signing in by phone sends no codes to phones, so none can be right.
				if (auth.phone === undefined) throw proofRefused('dead', proof)
				return c.json(await auth.phone.verify(c, { type, ...proof, verifier }))
			}
			const from = c.get('clientAddress')
			const limits: [LimitName, string][] = [['verify', from]]
			if ('code' in proof) {
				// Strangers share one budget. They can't use up the one of a network that belongs to the user.
				const isOwn = await isOwnNetwork(auth.database, { email: proof.email, from })
				limits.push([
					'emailCodeGuess',
					attemptKey({ account: proof.email, familiarBy: isOwn ? from : undefined }),
				])
			}
			const attempt = 'code' in proof ? ({ way: 'email code' } as const) : ({ way: 'email link' } as const)
			const outcome = await noteFailures(auth, { ...attempt, tried: proof, from }, () =>
				limitFailures(auth.rateLimits, limits, async () => {
					const done = await auth.database.asServer((tx) =>
						checkProof(tx, auth, { type, proof, verifier, device: deviceOf(c) }),
					)
					// Thrown after the transaction, so that the attempt stays counted.
					if (done === 'dead' || done === 'banned') throw proofRefused(done, proof)
					return done
				}),
			)
			// The reference server sends this code as a string.
			if (typeof outcome === 'string')
				// The last member is not the reference server's: it tells our page that nothing else has to be confirmed.
				return c.json({
					msg: outcomeMessages[outcome],
					code: '200',
					...(outcome === 'elsewhere' ? { is_changed: true } : {}),
				})
			return c.json(await presentSession(auth, outcome))
		},
	})
}

interface Proving {
	type: string
	proof: Proof
	verifier: string | null
	device: Device
}

/** Applies the proof and opens a session. */
export async function checkProof(
	tx: Transaction,
	{ clock, settings }: Pick<AuthDependencies, 'clock' | 'settings'>,
	{ type, proof, verifier, device }: Proving,
): Promise<SignedIn | ProofRefusal | WithoutSession> {
	const now = clock.now()
	const types = proofTypes.get(type) ?? []
	const found =
		'link' in proof
			? await findByLink(tx, { ...proof, types }, now)
			: await findByCode(tx, { contact: proof.email, code: proof.code, types, from: device.address }, now)
	if (found === undefined) return 'dead'
	if (isBanned(found.user, now)) return 'banned'
	const applied = await applyProof(tx, found, { verifier, device, now, settings })
	if (typeof applied === 'string') return applied
	const method = found.token_type === 'recovery_token' ? 'recovery' : 'otp'
	return await startSession(tx, { user: applied.user, method, device, now, settings })
}

export function proofRefused(refusal: ProofRefusal, proof: object): AppError {
	if (refusal === 'banned') return userBanned()
	return 'link' in proof ? emailLinkExpired() : codeExpired()
}

function readProof(body: z.infer<typeof verifySchema>): {
	type: string
	proof: Proof | { phone: string; code: string }
	verifier: string | null
} {
	const { type, token, token_hash: link, email, phone, code_verifier: verifier } = body
	if (type === '') throw validationFailed('Verify requires a verification type')
	if ((token === '') === (link === ''))
		throw validationFailed('Verify requires either a token or a token hash')
	if (link !== '') {
		if (email !== '' || phone !== '')
			throw validationFailed('Only the token_hash and type should be provided')
		if (!proofTypes.has(type)) throw validationFailed('Invalid email verification type')
		return { type, proof: { link }, verifier }
	}
	if ((email === '') === (phone === ''))
		throw validationFailed('Only an email address or phone number should be provided on verify')
	if (email !== '' && !proofTypes.has(type)) throw validationFailed('Invalid email verification type')
	if (phone !== '') return { type, proof: { phone: readPhone(phone), code: token }, verifier }
	if (email.includes('\0') || !email.isWellFormed())
		throw validationFailed('Unable to validate email address: invalid format')
	return { type, proof: { email: email.toLowerCase(), code: token }, verifier }
}

interface ApplyOptions {
	/** The PKCE verifier of the confirming browser: empty if that browser made no sign-up, null if the client cannot send one. */
	verifier: string | null
	device: Device
	now: Date
	settings: AuthSettings
}

/**
 * The account after the confirmation, and the sign-up that takes effect only once its browser has passed the PKCE check.
 */
interface AppliedProof {
	user: UserRow
	pending: SignUpChoice | null
}

/** Applies a confirmed email address to the account. */
export async function applyProof(
	tx: Transaction,
	proved: ProvedToken,
	options: ApplyOptions,
): Promise<AppliedProof | WithoutSession> {
	switch (proved.token_type) {
		case 'confirmation_token':
			return await confirmSignUp(tx, proved, options)
		case 'invite_token':
			return { user: await acceptInvite(tx, proved, options), pending: null }
		case 'recovery_token':
			return { user: await recoverAccount(tx, proved.user, options), pending: null }
		case 'email_change_token_current':
		case 'email_change_token_new': {
			const changed = await completeEmailChange(tx, proved, options)
			return typeof changed === 'string' ? changed : { ...changed, pending: null }
		}
		default:
			await tx.execute(sql`
				delete from auth.one_time_tokens where user_id = ${proved.user.id} and token_type = ${proved.token_type}`)
			return { user: proved.user, pending: null }
	}
}

/** Confirms the address of an invited user, who keeps the name they were invited with and chooses a password afterwards. */
async function acceptInvite(
	tx: Transaction,
	{ user, metadata }: ProvedToken,
	{ device, now }: ApplyOptions,
): Promise<UserRow> {
	const accepted = await confirmMailbox(tx, user, { password: null, metadata: metadata ?? {} }, now)
	await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	return accepted
}

const signUpRow = z.object({
	password: z.string(),
	metadata: storedMetadataSchema.nullable(),
	challenge: z.string().nullable(),
	method: z.enum(['s256', 'plain']).nullable(),
})

/**
 * Confirms the address. The password and metadata come from the sign-up made in the confirming browser, because a stranger may
 * have signed up with the same address. If that browser made no sign-up, the user is signed in, keeps the display name, and sets
 * a password afterwards. If a client sends no verifier at all, the account gets the password of the sign-up that the link
 * belongs to. Our own page always sends a verifier.
 */
async function confirmSignUp(
	tx: Transaction,
	proved: ProvedToken,
	{ verifier, device, now, settings }: ApplyOptions,
): Promise<AppliedProof> {
	const { user, password, metadata, code_challenge: challenge, code_challenge_method: method } = proved
	const signUps = await tx.query(
		sql`
		select pending_password as password, pending_metadata as metadata, proof_challenge as challenge, proof_challenge_method as method
		from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token' and pending_password is not null
		order by created_at desc`,
		signUpRow,
	)
	// A new user who asked for a sign-in link chose no password, and is recognised by the link's challenge.
	const candidates = password === null ? [...signUps, { password, metadata, challenge, method }] : signUps
	const needsProof = verifier !== null && settings.signUpPasswordNeedsProof
	const unproved = needsProof ? { password: null, metadata: sharedName(signUps) } : { password, metadata }
	const own = verifier ? candidates.find((signUp) => fitsVerifier(verifier, signUp)) : undefined
	const confirmed = await confirmMailbox(tx, user, choiceOf(own ?? unproved), now)
	await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	const flow = candidates.find((signUp) => challenge !== null && signUp.challenge === challenge)
	return { user: confirmed, pending: flow === undefined ? null : choiceOf(flow) }
}

// The same limit as in the name field of the sign-up form.
const longestName = 80

/**
 * Returns the display name if all sign-ups gave the same one, for a browser that made none of the sign-ups. If the names
 * differ, one of them is a stranger's, so none is used. The user sees the name and can change it.
 */
function sharedName(signUps: readonly z.infer<typeof signUpRow>[]): UserMetadata {
	const [name, ...others] = new Set(signUps.map(({ metadata }) => metadata?.display_name))
	if (others.length > 0 || typeof name !== 'string' || name.length > longestName) return {}
	return { display_name: name }
}

function choiceOf({ password, metadata }: Pick<ProvedToken, 'password' | 'metadata'>): SignUpChoice {
	return { password, metadata: metadata ?? {} }
}

/**
 * Gives the account back to the user who can read its mailbox. Ends every session and pending request, and removes the password.
 * Also removes every passkey, number or identity that an intruder may have added. The second factors stay for now. Those set up
 * recently may be an intruder's, so they are removed a day later unless the user cancels the removal.
 */
async function recoverAccount(
	tx: Transaction,
	user: UserRow,
	{ device, now }: ApplyOptions,
): Promise<UserRow> {
	// An identity with another address, or with one that its provider has not verified, may belong to another person.
	const foreign = sql`user_id = ${user.id} and provider <> 'email' and (
		email is distinct from ${user.email} or identity_data ->> 'email_verified' is distinct from 'true')`
	await tx.execute(sql`delete from auth.identities where ${foreign}`)
	await tx.execute(sql`delete from auth.sessions where user_id = ${user.id}`)
	await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
	await tx.execute(sql`
		update auth.users set
			encrypted_password = null, email_change = null, email_change_sent_at = null,
			phone = null, phone_confirmed_at = null, phone_change = null, phone_change_sent_at = null
		where id = ${user.id}`)
	await tx.execute(sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`)
	await tx.execute(
		sql`delete from auth.webauthn_credentials where user_id = ${user.id} and factor_id is null`,
	)
	if (user.email_confirmed_at === null) {
		await confirmMailbox(tx, user, { password: null, metadata: {} }, now)
		await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	}
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await recordEvent(tx, {
		userId: user.id,
		action: 'user_recovered',
		from: device,
		now,
		noticeTo: user.email,
	})
	await scheduleRemoval(tx, user, { now, from: device })
	return await readUser(tx, user.id)
}
