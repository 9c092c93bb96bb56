import type { Context } from 'hono'
import * as openid from 'openid-client'
import { addressAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { bindBrowser } from '#server/apis/auth/oauth/browser-binding.ts'
import type { Flow } from '#server/apis/auth/oauth/flow.ts'
import { redirectWithError } from '#server/apis/auth/oauth/redirect-with-error.ts'
import { requireLinking } from '#server/apis/auth/oauth/require-linking.ts'
import { readCodeChallenge, redirectTarget } from '#server/apis/auth/schemas.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/** Parameters passed on to the provider. None of them changes how the provider's response has to be read. */
const passedOn = [
	'access_type',
	'hd',
	'include_granted_scopes',
	'login_hint',
	'prompt',
	'ui_locales',
] as const

/** Returns the URL every provider redirects back to. */
export function callbackAddress(siteUrl: string): string {
	return `${siteUrl}/auth/v1/callback`
}

const flowQuery = [
	'provider',
	'redirect_to',
	'scopes',
	'code_challenge',
	'code_challenge_method',
	'skip_http_redirect',
]

/** `GET /authorize`: starts an OAuth sign-in. */
export function authorize(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Begins a sign-in with a provider.',
			for: 'anyone',
			query: flowQuery,
			answers: { 200: addressAnswer, 302: 'a redirect' },
		},
		authenticate: anyone,
		parse: (c) => readFlowRequest(c, auth),
		act: (c, _caller, request) => beginFlow(c, auth, request, null),
	})
}

/** `GET /user/identities/authorize`: starts linking an external identity to the caller’s account. */
export function authorizeLink(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Begins adding a provider’s identity to the account.',
			for: 'users',
			query: flowQuery,
			answers: { 200: addressAnswer, 302: 'a redirect' },
		},
		authenticate: (c) => requireLinking(auth, c.req.raw),
		parse: (c) => readFlowRequest(c, auth),
		act: (c, { user, claims }, request) =>
			beginFlow(c, auth, request, { userId: user.id, sessionId: claims.session_id }),
	})
}

type FlowRequest = ReturnType<typeof readFlowRequest>

/** Throws the API's JSON error for a malformed request. */
function readFlowRequest(c: Context<Env>, auth: AuthDependencies) {
	const query = c.req.query()
	return {
		provider: auth.oauthProviders.get(query.provider ?? ''),
		challenge: readCodeChallenge({
			code_challenge: query.code_challenge ?? '',
			code_challenge_method: query.code_challenge_method ?? '',
		}),
		scopes: readScopes(query.scopes ?? ''),
		extras: readExtras(query),
		target: redirectTarget(query.redirect_to, auth),
		asksForUrl: query.skip_http_redirect === 'true',
	}
}

/**
 * Redirects the browser to the provider, or returns the URL as `{ url }` with `skip_http_redirect`. If the provider does not
 * respond, the browser is redirected back with the error instead of being shown JSON.
 */
async function beginFlow(
	c: Context<Env>,
	{ siteUrl, flows, rateLimits }: AuthDependencies,
	{ provider, challenge, scopes, extras, target, asksForUrl }: FlowRequest,
	linkTo: Flow['linkTo'],
): Promise<Response> {
	// Scanners send HEAD requests, which must not start a flow.
	if (c.req.method === 'HEAD') return c.body(null, 200)
	try {
		await rateLimits.consume('oauth', c.get('clientAddress'))
		const nonce = openid.randomNonce()
		const verifier = openid.randomPKCECodeVerifier()
		const state = await flows.seal({
			provider: provider.name,
			nonce,
			verifier,
			browser: bindBrowser(c, siteUrl),
			redirectTo: target.href,
			challenge,
			linkTo,
		})
		const redirectUri = callbackAddress(siteUrl)
		const address = await provider.addressFor({ state, nonce, verifier, redirectUri, scopes, extras })
		return asksForUrl ? c.json({ url: address.href }) : c.redirect(address.href, 302)
	} catch (error) {
		if (asksForUrl) throw error
		return redirectWithError(c, target, error)
	}
}

function readScopes(text: string): readonly string[] {
	const scopes = text.split(/[,\s]+/).filter(Boolean)
	// The characters RFC 6749 allows in a scope.
	if (scopes.length > 20 || scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope)))
		throw validationFailed('scopes are not in the format of OAuth')
	return scopes
}

function readExtras(query: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		passedOn.flatMap((name) => {
			const value = query[name]
			return value === undefined || value.length > 200 || /\p{Cc}/u.test(value) ? [] : [[name, value]]
		}),
	)
}
