import type { z } from 'zod'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { applyProof } from '#server/apis/auth/email-links/apply-proof.ts'
import { findByCode, findByLink, type TokenType } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { invalid, readBody, verifySchema } from '#server/apis/auth/schemas.ts'
import { type Device, deviceOf } from '#server/apis/auth/sessions/device.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { isBanned } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'
import type { LimitName } from '#server/platform/http/rate-limit.ts'

/** The API's verification types, and the requests each can confirm. */
export const proofTypes: ReadonlyMap<string, readonly TokenType[]> = new Map([
	['signup', ['confirmation_token']],
	['invite', ['confirmation_token']],
	['email', ['confirmation_token', 'magic_link_token']],
	['magiclink', ['magic_link_token']],
	['recovery', ['recovery_token']],
	['email_change', ['email_change_token_new', 'email_change_token_current']],
])

export const firstHalfAccepted =
	'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The proof of a mailbox: the token of an email link, or the address with its emailed code. */
export type Proof = { link: string } | { email: string; code: string }
type ProofRefusal = 'dead' | 'banned'

/** `POST /verify`: applies an email link or code, and signs the user in. */
export function verify(auth: AuthDependencies): Handler {
	return handle({
		authenticate: anyone,
		parse: async (c) => readProof(await readBody(c.req.raw, verifySchema)),
		act: async (c, _caller, { type, proof, verifier }) => {
			const limits: [LimitName, string][] = [['verify', c.get('clientAddress')]]
			if ('code' in proof) limits.push(['emailCodeGuess', proof.email])
			const outcome = await limitFailures(auth.rateLimits, limits, async () => {
				const done = await auth.database.asServer((tx) =>
					checkProof(tx, auth, { type, proof, verifier, device: deviceOf(c) }),
				)
				// Thrown after the transaction, so that the counted attempt is committed.
				if (done === 'dead' || done === 'banned') throw proofRefused(done, proof)
				return done
			})
			// The reference server sends this number as text.
			if (outcome === 'half') return c.json({ msg: firstHalfAccepted, code: '200' })
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
): Promise<SignedIn | ProofRefusal | 'half'> {
	const now = clock.now()
	const types = proofTypes.get(type) ?? []
	const found =
		'link' in proof
			? await findByLink(tx, { ...proof, types }, now)
			: await findByCode(tx, { ...proof, types }, now)
	if (found === undefined) return 'dead'
	if (isBanned(found.user, now)) return 'banned'
	const applied = await applyProof(tx, found, { verifier, device, now, settings })
	if (applied === 'half') return 'half'
	const method = found.token_type === 'recovery_token' ? 'recovery' : 'otp'
	return await startSession(tx, { user: applied.user, method, device, now, settings })
}

export function proofRefused(refusal: ProofRefusal, proof: Proof): AppError {
	if (refusal === 'banned')
		return new AppError({ code: 'user_banned', status: 403, message: 'User is banned' })
	return new AppError({
		code: 'otp_expired',
		status: 403,
		message: 'link' in proof ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
	})
}

function readProof(body: z.infer<typeof verifySchema>): {
	type: string
	proof: Proof
	verifier: string | null
} {
	const { type, token, token_hash: link, email, phone, code_verifier: verifier } = body
	if (type === '') throw invalid('Verify requires a verification type')
	if ((token === '') === (link === '')) throw invalid('Verify requires either a token or a token hash')
	if (link !== '') {
		if (email !== '' || phone !== '') throw invalid('Only the token_hash and type should be provided')
		if (!proofTypes.has(type)) throw invalid('Invalid email verification type')
		return { type, proof: { link }, verifier }
	}
	if ((email === '') === (phone === ''))
		throw invalid('Only an email address or phone number should be provided on verify')
	if (phone !== '') {
		if (!/^[1-9]\d{1,14}$/.test(phone.replace(/^\+/, '').replaceAll(' ', '')))
			throw invalid('Invalid phone number format (E.164 required)')
		// Accounts have no phone numbers here, so no code was ever sent to one.
		throw proofRefused('dead', { email: '', code: token })
	}
	if (email.includes('\0') || !email.isWellFormed())
		throw invalid('Unable to validate email address: invalid format')
	return { type, proof: { email: email.toLowerCase(), code: token }, verifier }
}
