import type { Context } from 'hono'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { findByLink } from '#server/apis/auth/email-links/one-time-tokens.ts'
import {
	applyProof,
	checkProof,
	outcomeMessages,
	proofRefused,
	proofTypes,
} from '#server/apis/auth/email-links/verify.ts'
import { issueCode } from '#server/apis/auth/grants/pkce.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { redirectTarget } from '#server/apis/auth/schemas.ts'
import { presentSession, type SignInMethod } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf } from '#server/apis/auth/user/record-event.ts'
import { isBanned } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/** The sign-in method recorded for a session, by the type of the link. */
const methods: ReadonlyMap<string, SignInMethod> = new Map([
	['signup', 'email/signup'],
	['invite', 'invite'],
	['email', 'otp'],
	['magiclink', 'magiclink'],
	['recovery', 'recovery'],
	['email_change', 'email_change'],
])

const wordsOf: ReadonlyMap<number, string> = new Map([
	[403, 'access_denied'],
	[429, 'temporarily_unavailable'],
])

interface Link {
	token: string
	type: string
	device: Device
}

/**
 * `GET /verify`: the reference server's email link, which acts as soon as it is opened. Our own emails lead to a page
 * with a button instead. Redirects with a session (implicit flow), a code (PKCE), a message or an error.
 */
export function verifyLink(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Follows an emailed link: redirects to the site with a session, a code or an error.',
			for: 'anyone',
			query: ['token', 'type', 'redirect_to'],
			answers: { 303: 'a redirect' },
		},
		authenticate: anyone,
		parse: (c) => {
			const { token = '', type = '', redirect_to } = c.req.query()
			if (type === '') throw validationFailed('Verify requires a verification type')
			if (token === '') throw validationFailed('Verify requires a token')
			return { token, type, target: redirectTarget(redirect_to, auth) }
		},
		act: async (c, _caller, { token, type, target }) => {
			// Mail scanners send HEAD requests, which must not use up the link.
			if (c.req.method === 'HEAD') return redirect(c, target)
			const isPkce = token.startsWith('pkce_')
			const parameters = await open(c, auth, { token, type, device: deviceOf(c) }, isPkce)
			if (isPkce) for (const [name, value] of parameters) target.searchParams.set(name, value)
			if (!parameters.has('code')) target.hash = `${parameters}&sb=`
			return redirect(c, target)
		},
	})
}

async function open(
	c: Context<Env>,
	auth: AuthDependencies,
	link: Link,
	isPkce: boolean,
): Promise<URLSearchParams> {
	try {
		const from = c.get('clientAddress')
		return await noteFailures(auth, { way: 'email link', tried: { link: link.token }, from }, () =>
			limitFailures(auth.rateLimits, [['verify', from]], () => {
				if (!proofTypes.has(link.type)) throw proofRefused('dead', { link: link.token })
				return isPkce ? auth.database.asServer((tx) => openForCode(tx, auth, link)) : signIn(auth, link)
			}),
		)
	} catch (error) {
		if (!(error instanceof AppError) || error.status >= 500) throw error
		const { code, message } = error
		return new URLSearchParams({
			error: wordsOf.get(error.status) ?? 'invalid_request',
			error_code: code,
			error_description: message,
		})
	}
}

async function signIn(auth: AuthDependencies, { token, type, device }: Link): Promise<URLSearchParams> {
	const proof = { link: token }
	const outcome = await auth.database.asServer((tx) =>
		checkProof(tx, auth, { type, proof, verifier: null, device }),
	)
	if (outcome === 'dead' || outcome === 'banned') throw proofRefused(outcome, proof)
	if (typeof outcome === 'string') return new URLSearchParams({ message: outcomeMessages[outcome] })
	const { user: _, ...session } = await presentSession(auth, outcome)
	const texts = Object.entries(session).map(([name, value]) => [name, String(value)])
	return new URLSearchParams([...texts, ['type', type]])
}

/** Applies the link, but returns only a code: the session goes to the browser that holds the verifier. */
async function openForCode(
	tx: Transaction,
	{ clock, settings }: AuthDependencies,
	{ token, type, device }: Link,
): Promise<URLSearchParams> {
	const now = clock.now()
	const found = await findByLink(tx, { link: token, types: proofTypes.get(type) ?? [] }, now)
	if (found?.code_challenge == null || found.code_challenge_method === null)
		throw proofRefused('dead', { link: token })
	if (isBanned(found.user, now)) throw proofRefused('banned', { link: token })
	const applied = await applyProof(tx, found, { verifier: '', device, now, settings })
	if (applied === 'half') return new URLSearchParams({ message: outcomeMessages.half })
	// After a change of address too, only the browser that asked for it can exchange the code.
	const code = await issueCode(tx, {
		userId: found.user.id,
		challenge: { challenge: found.code_challenge, method: found.code_challenge_method },
		method: methods.get(type) ?? 'otp',
		pending: applied === 'elsewhere' ? null : applied.pending,
		now,
	})
	return new URLSearchParams({ code })
}

function redirect(c: Context<Env>, target: URL): Response {
	return c.body(null, 303, { location: target.href })
}
