import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { confirmMailbox } from '#server/auth/confirm-mailbox.ts'
import { findByLink } from '#server/auth/confirmation-tokens.ts'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { deviceOf } from '#server/auth/device.ts'
import { invalid } from '#server/auth/errors.ts'
import { oneWay } from '#server/auth/one-way.ts'
import { redirectTarget } from '#server/auth/redirect-target.ts'
import { presentSession } from '#server/auth/sessions.ts'
import { isBanned } from '#server/auth/users.ts'
import { confirmingTypes, proofRefused, prove } from '#server/auth/verify.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'
import type { AppError } from '#shared/app-error.ts'

/**
 * `GET /verify`: the wire's own mail link, which confirms when it is opened. Our mails do not use it: they lead to a page
 * with a button. Always answers with a redirect that carries a session (implicit flow), a code (PKCE) or an error.
 */
export async function verifyLink(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.rateLimits.consume('verify', c.get('clientAddress'))
	const { token = '', type = '', redirect_to } = c.req.query()
	if (type === '') throw invalid('Verify requires a verification type')
	if (token === '') throw invalid('Verify requires a token')
	const target = redirectTarget(redirect_to, auth.siteUrl)
	// Mail scanners ask for the head first; that proves no mailbox.
	if (c.req.method === 'HEAD') return redirect(c, target)

	const isPkce = token.startsWith('pkce_')
	const parameters = !confirmingTypes.has(type)
		? errorParameters(proofRefused('dead', { link: token }))
		: isPkce
			? await auth.database.asServer((tx) => issueCode(tx, auth, token))
			: await signIn(c, auth, token, type)
	if (isPkce) for (const [name, value] of parameters) target.searchParams.set(name, value)
	if (!parameters.has('code')) target.hash = `${parameters}&sb=`
	return redirect(c, target)
}

async function signIn(
	c: Context<Env>,
	auth: AuthDependencies,
	token: string,
	type: string,
): Promise<URLSearchParams> {
	const proof = { link: token }
	const outcome = await auth.database.asServer((tx) => prove(tx, auth, proof, deviceOf(c)))
	if (outcome === 'dead' || outcome === 'banned') return errorParameters(proofRefused(outcome, proof))
	const { user: _, ...session } = await presentSession(auth, outcome)
	const texts = Object.entries(session).map(([name, value]) => [name, String(value)])
	return new URLSearchParams([...texts, ['type', type]])
}

/** Confirms the sign-up, but hands out only a code: the session goes to the browser that holds the verifier. */
async function issueCode(
	tx: Transaction,
	{ clock }: AuthDependencies,
	token: string,
): Promise<URLSearchParams> {
	const now = clock.now()
	const found = await findByLink(tx, token, now)
	if (found?.code_challenge == null) return errorParameters(proofRefused('dead', { link: token }))
	if (isBanned(found.user, now)) return errorParameters(proofRefused('banned', { link: token }))
	await confirmMailbox(tx, found.user, { password: found.password, metadata: found.metadata ?? {} }, now)
	const code = randomUUID()
	await tx.execute(sql`
		insert into auth.flow_state (
			user_id, auth_code_hash, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at, created_at
		) values (
			${found.user.id}, ${oneWay(code)}, ${found.code_challenge}, ${found.code_challenge_method}, 'email/signup', ${now}, ${now}
		)`)
	return new URLSearchParams({ code })
}

function errorParameters({ code, message }: AppError): URLSearchParams {
	return new URLSearchParams({ error: 'access_denied', error_code: code, error_description: message })
}

function redirect(c: Context<Env>, target: URL): Response {
	return c.body(null, 303, { location: target.href })
}
