import type { Context } from 'hono'
import { z } from 'zod'
import { tryCode } from '#server/apis/auth/grants/grant-pkce.ts'
import { issueCode } from '#server/apis/auth/grants/pkce.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { readSecret } from '#server/apis/auth/oauth/browser-binding.ts'
import { sessionFragment } from '#server/apis/auth/oauth/callback.ts'
import { findOrCreateAccount } from '#server/apis/auth/oauth/find-or-create-account.ts'
import { flowSeconds } from '#server/apis/auth/oauth/flow.ts'
import { redirectWithError } from '#server/apis/auth/oauth/redirect-with-error.ts'
import { redirectTarget } from '#server/apis/auth/schemas.ts'
import { campusIdentity } from '#server/apis/auth/sso/campus-identity.ts'
import { relayStateExpired, relayStateNotFound } from '#server/apis/auth/sso/errors.ts'
import { openProvider, requireProvider } from '#server/apis/auth/sso/providers.ts'
import type { SsoDependencies } from '#server/apis/auth/sso/service-provider.ts'
import { deviceOf } from '#server/apis/auth/user/record-event.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/** The most bytes that a form may have. This is enough for the longest response in base64, with escapes. */
const longestForm = 262_144
const sessionPath = '/auth/v1/sso/saml/session'

const relayStateRow = z.object({
	sso_provider_id: z.string(),
	request_id: z.string(),
	redirect_to: z.string(),
	code_challenge: z.string(),
	code_challenge_method: z.enum(['s256', 'plain']),
	is_implicit: z.boolean(),
	created_at: z.date(),
})

type RelayStateRow = z.infer<typeof relayStateRow>

/**
 * `POST /sso/saml/acs`: the browser returns from an identity provider with its response. Redirects with a code or an error to
 * the target of the sign-in, or to the front page if this site began no such sign-in.
 */
export function consumeAssertion(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Receives the answer of an identity provider as a form.',
			for: 'anyone',
			answers: { 302: 'a redirect', 303: 'a redirect' },
		},
		authenticate: anyone,
		act: async (c) => {
			const attempt = { way: 'university', tried: {}, from: c.get('clientAddress') } as const
			let state: RelayStateRow
			let response: string
			try {
				await auth.rateLimits.consume('sso', attempt.from)
				const form = new URLSearchParams((await readBytes(c.req.raw, longestForm)).toString('utf8'))
				state = await noteFailures(auth, attempt, () => takeRelayState(auth, form))
				response = form.get('SAMLResponse') ?? ''
			} catch (error) {
				return redirectWithError(c, new URL(auth.siteUrl), error, { status: 303 })
			}
			const target = new URL(state.redirect_to)
			try {
				return c.redirect(await noteFailures(auth, attempt, () => finish(c, auth, state, response)), 303)
			} catch (error) {
				return redirectWithError(c, target, error, { status: 303 })
			}
		},
	})
}

/** Returns the sign-in that a response belongs to, and deletes it, so that no second response can finish it. */
async function takeRelayState(
	{ database, clock }: SsoDependencies,
	form: URLSearchParams,
): Promise<RelayStateRow> {
	if (!form.get('SAMLResponse')) throw validationFailed('SAMLResponse is missing')
	// Refuses a sign-in that the provider began: its response has no RelayState, or has a URL in it instead of our id. Another
	// site could send visitors here with such a response, to sign them in as somebody else.
	const id = z.uuid().safeParse(form.get('RelayState')).data
	if (id === undefined)
		throw validationFailed('SAML RelayState is not one of this site. Sign in from its own page.')
	const state = await maybeOne(
		database,
		sql`
		delete from auth.saml_relay_states where id = ${id}
		returning sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, is_implicit, created_at`,
		relayStateRow,
	)
	if (state === undefined) throw relayStateNotFound()
	if (clock.now().getTime() - state.created_at.getTime() > flowSeconds * 1000) throw relayStateExpired()
	return state
}

/** Signs the user in, and returns where the browser goes with the code. */
async function finish(
	c: Context<Env>,
	auth: SsoDependencies,
	state: RelayStateRow,
	response: string,
): Promise<string> {
	const provider = openProvider(await requireProvider(auth, { id: state.sso_provider_id }), auth)
	const now = auth.clock.now()
	const assertion = await auth.serviceProvider.verify(provider, response, {
		requestId: state.request_id,
		now,
	})
	const identity = campusIdentity(assertion, provider)
	const { settings } = auth
	const code = await auth.database.asServer(async (tx) => {
		const user = await findOrCreateAccount(tx, identity, { device: deviceOf(c), now, settings })
		return await issueCode(tx, {
			userId: user.id,
			challenge: { challenge: state.code_challenge, method: state.code_challenge_method },
			method: 'sso/saml',
			pending: null,
			sessionNotAfter: assertion.sessionNotAfter,
			now,
		})
	})
	const address = new URL(state.is_implicit ? sessionPath : state.redirect_to, auth.siteUrl)
	address.searchParams.set('code', code)
	if (state.is_implicit) address.searchParams.set('redirect_to', state.redirect_to)
	return address.href
}

/**
 * `GET /sso/saml/session`: finishes a sign-in without PKCE, and redirects with the session in the fragment. This needs our
 * cookie. Browsers do not send it with the provider's form, but they send it when they follow the redirect to this address.
 */
export function openSession(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Finishes a sign-in at an identity provider, in the browser that began it.',
			for: 'anyone',
			query: ['code', 'redirect_to'],
			answers: { 200: 'nothing', 302: 'a redirect' },
		},
		authenticate: anyone,
		act: async (c) => {
			if (c.req.method === 'HEAD') return c.body(null, 200)
			const target = redirectTarget(c.req.query('redirect_to'), auth)
			try {
				const code = c.req.query('code') ?? ''
				const verifier = readSecret(c, auth.siteUrl)
				if (verifier === undefined) throw relayStateNotFound()
				const signedIn = await tryCode(auth, { code, verifier, device: deviceOf(c) })
				target.hash = await sessionFragment(auth, signedIn)
				return c.redirect(target.href, 302)
			} catch (error) {
				return redirectWithError(c, target, error)
			}
		},
	})
}
