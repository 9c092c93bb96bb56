import type { Context } from 'hono'
import { confirmMailbox } from '#server/auth/confirm-mailbox.ts'
import { findByCode, findByLink } from '#server/auth/confirmation-tokens.ts'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { deviceOf } from '#server/auth/device.ts'
import { invalid } from '#server/auth/errors.ts'
import { readBody, verifySchema } from '#server/auth/schemas.ts'
import { type Device, presentSession, type SignedIn, startSession } from '#server/auth/sessions.ts'
import { isBanned } from '#server/auth/users.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/** The kinds of mail whose proof confirms a sign-up. */
export const confirmingTypes: ReadonlySet<string> = new Set(['signup', 'email'])
const mailTypes: ReadonlySet<string> = new Set([
	...confirmingTypes,
	'invite',
	'magiclink',
	'recovery',
	'email_change',
])

/** How a mailbox is proved: by the token of a mailed link, or by the mailed code together with the address. */
export type Proof = { link: string } | { email: string; code: string }
type ProofRefusal = 'dead' | 'banned'

/** `POST /verify`: confirms a sign-up by its link's token or its code, and signs in. */
export async function verify(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.rateLimits.consume('verify', c.get('clientAddress'))
	const { type, proof } = readProof(await readBody(c.req.raw, verifySchema))
	const outcome = confirmingTypes.has(type)
		? await auth.database.asServer((tx) => prove(tx, auth, proof, deviceOf(c)))
		: 'dead'
	if (outcome === 'dead' || outcome === 'banned') throw proofRefused(outcome, proof)
	return c.json(await presentSession(auth, outcome))
}

/** Confirms the sign-up and opens its first session. A refusal is returned, not thrown: a counted guess must be kept. */
export async function prove(
	tx: Transaction,
	{ clock, settings }: Pick<AuthDependencies, 'clock' | 'settings'>,
	proof: Proof,
	device: Device,
): Promise<SignedIn | ProofRefusal> {
	const now = clock.now()
	const found = 'link' in proof ? await findByLink(tx, proof.link, now) : await findByCode(tx, proof, now)
	if (found === undefined) return 'dead'
	if (isBanned(found.user, now)) return 'banned'
	const user = await confirmMailbox(
		tx,
		found.user,
		{ password: found.password, metadata: found.metadata ?? {} },
		now,
	)
	return startSession(tx, { user, method: 'otp', device, now, sessionSeconds: settings.sessionSeconds })
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

interface VerifyBody {
	type: string
	token: string
	token_hash: string
	email: string
	phone: string
}

function readProof({ type, token, token_hash: link, email, phone }: VerifyBody): {
	type: string
	proof: Proof
} {
	if (type === '') throw invalid('Verify requires a verification type')
	if ((token === '') === (link === '')) throw invalid('Verify requires either a token or a token hash')
	if (link !== '') {
		if (email !== '' || phone !== '') throw invalid('Only the token_hash and type should be provided')
		if (!mailTypes.has(type)) throw invalid('Invalid email verification type')
		return { type, proof: { link } }
	}
	if ((email === '') === (phone === ''))
		throw invalid('Only an email address or phone number should be provided on verify')
	if (phone !== '' || !mailTypes.has(type)) throw invalid('Unsupported verification type')
	if (email.includes('\0') || !email.isWellFormed())
		throw invalid('Unable to validate email address: invalid format')
	return { type, proof: { email: email.toLowerCase(), code: token } }
}
