import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { cancelledAtProvider } from '#server/apis/auth/errors.ts'
import { issueCode } from '#server/apis/auth/grants/pkce.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { callbackAddress } from '#server/apis/auth/oauth/authorize.ts'
import { isBoundBrowser } from '#server/apis/auth/oauth/browser-binding.ts'
import { badCallback, badState, providerUnavailable } from '#server/apis/auth/oauth/errors.ts'
import type { ExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import { findOrCreateAccount, linkAccount } from '#server/apis/auth/oauth/find-or-create-account.ts'
import type { Flow } from '#server/apis/auth/oauth/flow.ts'
import { redirectWithError } from '#server/apis/auth/oauth/redirect-with-error.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf } from '#server/apis/auth/user/record-event.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { sessionNotFound } from '#server/platform/errors.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/** The most bytes that a form may have: it is passed on as a query string, which must fit into a URL. No provider sends more. */
const longestForm = 8_192

/**
 * `GET /callback`: the browser returns from a provider. Redirects with a session (implicit flow), a code (PKCE) or an
 * error to the flow's target, or to the front page if the flow did not begin in this browser.
 */
export function callback(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Finishes a sign-in with a provider, and redirects to the site.',
			for: 'anyone',
			query: ['state', 'code', 'error', 'error_description'],
			answers: { 200: 'nothing', 302: 'a redirect', 303: 'a redirect' },
		},
		authenticate: anyone,
		act: async (c) => (c.req.method === 'HEAD' ? c.body(null, 200) : await finishFlow(c, auth)),
	})
}

async function finishFlow(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const home = new URL(auth.siteUrl)
	const attempt = { way: 'provider', from: c.get('clientAddress') } as const
	let flow: Flow
	try {
		await auth.rateLimits.consume('oauth', attempt.from)
		flow = await noteFailures(auth, { ...attempt, tried: {} }, () => openFlow(c, auth))
	} catch (error) {
		return redirectWithError(c, home, error, { status: 303 })
	}
	const target = new URL(flow.redirectTo)
	try {
		const tried = flow.linkTo === null ? {} : { userId: flow.linkTo.userId }
		const answer = await noteFailures(auth, { ...attempt, tried }, async () => {
			const identity = await identityOf(c, auth, flow)
			return await auth.database.asServer((tx) => applyFlow(tx, auth, flow, identity, deviceOf(c)))
		})
		if (typeof answer === 'string') target.searchParams.set('code', answer)
		else target.hash = await sessionFragment(auth, answer)
		return c.redirect(target.href, 302)
	} catch (error) {
		return redirectWithError(c, target, error)
	}
}

/**
 * `POST /callback`: receives a form, which some providers send, and redirects to `GET /callback`. Browsers do not send our cookie
 * with a form from another site, but they send it when they follow the redirect.
 */
export function callbackForm({ siteUrl }: AuthDependencies): Handler {
	return handle({
		about: { does: 'Receives a provider’s answer as a form.', for: 'anyone', answers: { 303: 'a redirect' } },
		authenticate: anyone,
		// Anyone may call this, so the size is limited before the form is parsed.
		parse: async (c) => new URLSearchParams((await readBytes(c.req.raw, longestForm)).toString('utf8')),
		act: (c, _caller, form) => c.redirect(`${callbackAddress(siteUrl)}?${form}`, 303),
	})
}

async function openFlow(c: Context<Env>, { flows, siteUrl }: AuthDependencies): Promise<Flow> {
	const state = c.req.query('state') ?? ''
	if (state === '') throw badCallback('OAuth state parameter missing')
	const flow = await flows.open(state)
	if (flow === 'expired') throw badState('OAuth state has expired')
	if (flow === undefined) throw badState('OAuth state parameter is invalid')
	if (!isBoundBrowser(c, siteUrl, flow.browser)) throw badState('OAuth state not found or expired')
	return flow
}

/** Asks the provider who signed in. This is the callback's only network call, and comes before the transaction. */
async function identityOf(c: Context<Env>, auth: AuthDependencies, flow: Flow): Promise<ExternalIdentity> {
	const { error, code, state = '' } = c.req.query()
	if (error !== undefined) throw providerRefused(error)
	if (code === undefined || code === '') throw badCallback('OAuth callback without code')
	const returned = new URL(callbackAddress(auth.siteUrl))
	returned.search = new URL(c.req.url).search
	const { nonce, verifier } = flow
	return await auth.oauthProviders
		.get(flow.provider)
		.identityFromCallback(returned, { state, nonce, verifier })
}

async function applyFlow(
	tx: Transaction,
	{ clock, settings }: AuthDependencies,
	{ challenge, linkTo }: Flow,
	identity: ExternalIdentity,
	device: Device,
): Promise<SignedIn | string> {
	const now = clock.now()
	const user: UserRow =
		linkTo === null
			? await findOrCreateAccount(tx, identity, { device, now, settings })
			: await linkForSession(tx, identity, linkTo, { device, now })
	return challenge === null
		? await startSession(tx, { user, method: 'oauth', device, now, settings })
		: await issueCode(tx, { userId: user.id, challenge, method: 'oauth', pending: null, now })
}

/** Links the identity. Throws `session_not_found` if the user signed out in the meantime. */
async function linkForSession(
	tx: Transaction,
	identity: ExternalIdentity,
	{ userId, sessionId }: NonNullable<Flow['linkTo']>,
	{ device, now }: { device: Device; now: Date },
): Promise<UserRow> {
	const isLive = await exists(
		tx,
		sql`
		select from auth.sessions
		where id = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > ${now})`,
	)
	if (!isLive) throw sessionNotFound()
	return await linkAccount(tx, identity, userId, { device, now })
}

/** Returns the session as a URL fragment, from which the client reads it in an implicit flow. */
export async function sessionFragment(auth: AuthDependencies, signedIn: SignedIn): Promise<string> {
	const { user: _, ...session } = await presentSession(auth, signedIn)
	const texts = Object.entries(session).map(([name, value]) => [name, String(value)])
	return `${new URLSearchParams(texts)}&sb=`
}

/**
 * Returns the error for a provider's refusal. The provider's description is not passed on, because anyone can put a description
 * into a URL.
 */
function providerRefused(error: string): AppError {
	if (error === 'access_denied') return cancelledAtProvider()
	if (error === 'temporarily_unavailable' || error === 'server_error') return providerUnavailable()
	return badCallback('The provider refused to sign in')
}
