import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { addressAnswer } from '#server/apis/auth/answers.ts'
import { bindBrowser } from '#server/apis/auth/oauth/browser-binding.ts'
import { type CodeChallenge, readBody, readCodeChallenge, redirectTarget } from '#server/apis/auth/schemas.ts'
import { openProvider, type ProviderKey, requireProvider } from '#server/apis/auth/sso/providers.ts'
import { withFreshMetadata } from '#server/apis/auth/sso/refresh-metadata.ts'
import type { SsoDependencies } from '#server/apis/auth/sso/service-provider.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

const text = z
	.string()
	.max(2_048)
	.nullish()
	.transform((value) => value ?? '')

const signInSchema = z.object({
	provider_id: z
		.union([z.uuid(), z.literal('')])
		.nullish()
		.transform((value) => value ?? ''),
	domain: text,
	redirect_to: text,
	skip_http_redirect: z.boolean().nullish(),
	code_challenge: text,
	code_challenge_method: text,
})

/**
 * `POST /sso`: begins a sign-in at the identity provider with this id or domain. Redirects the browser there, or returns the
 * address as `{ url }` with `skip_http_redirect`.
 */
export function startSignIn(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Begins a sign-in at an identity provider.',
			for: 'callers',
			body: signInSchema,
			answers: { 200: addressAnswer, 303: 'a redirect' },
		},
		authenticate: (c) => auth.authenticate(c.req.raw),
		limit: (c) => auth.rateLimits.consume('sso', c.get('clientAddress')),
		parse: async (c) => {
			const body = await readBody(c.req.raw, signInSchema)
			return {
				key: readKey(body),
				challenge: () => readCodeChallenge(body),
				target: redirectTarget(body.redirect_to || undefined, auth),
				asksForUrl: body.skip_http_redirect === true,
			}
		},
		act: async (c, _caller, { key, challenge, target, asksForUrl }) => {
			const stored = await requireProvider(auth, key)
			const flow = readFlow(c, auth, challenge())
			const rules = { isLocal: auth.isLocal, log: c.get('log') }
			const provider = openProvider(await withFreshMetadata(auth, stored, rules), rules)
			const relayState = randomUUID()
			const requestId = `_${randomBytes(20).toString('hex')}`
			await auth.database.query(sql`
				insert into auth.saml_relay_states
					(id, sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, is_implicit, created_at)
				values (
					${relayState}, ${provider.id}, ${requestId}, ${target.href}, ${flow.challenge}, ${flow.method}, ${flow.isImplicit},
					${auth.clock.now()}
				)`)
			const url = await auth.serviceProvider.addressFor(provider, { id: requestId, relayState })
			return asksForUrl ? c.json({ url }) : c.redirect(url, 303)
		},
	})
}

function readKey({ provider_id: id, domain }: z.infer<typeof signInSchema>): ProviderKey {
	if (id !== '' && domain !== '') throw validationFailed('Only one of provider_id or domain supported')
	if (id === '' && domain === '') throw validationFailed('A provider_id or domain needs to be provided')
	return id === '' ? { domain } : { id }
}

/**
 * Returns the challenge whose verifier is needed to finish the sign-in. If the client does not use PKCE, the verifier is in a
 * cookie of this browser. Without that cookie, another site could sign its visitors in as somebody else.
 */
function readFlow(
	c: Context<Env>,
	{ siteUrl }: SsoDependencies,
	challenge: CodeChallenge | null,
): CodeChallenge & { isImplicit: boolean } {
	if (challenge !== null) return { ...challenge, isImplicit: false }
	return { challenge: bindBrowser(c, siteUrl), method: 's256', isImplicit: true }
}
