import type { Provider } from 'oidc-provider'
import { findAccount } from '#sandbox/google/accounts.ts'
import { recordsIn } from '#sandbox/google/adapter.ts'
import { keysIn } from '#sandbox/google/keys.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Clock } from '#shared/clock.ts'
import { sandboxGoogle } from '#shared/sandbox-google.ts'

export interface ProviderOptions {
	store: Store
	clock: Clock
	issuer: string
	/** Origin of the shop. */
	shopUrl: string
}

const callbackPath = '/auth/v1/callback'

/**
 * The OpenID provider itself. Its library is fetched here and not before: a sandbox nobody signs in at costs no memory for
 * it. Asks who is signing in every time, as there are several people in one developer's browser.
 */
export async function createProvider({ store, clock, issuer, shopUrl }: ProviderOptions): Promise<Provider> {
	const { interactionPolicy, Provider } = await import('oidc-provider')
	const { jwk, cookie } = await keysIn(store)
	const policy = interactionPolicy.base()
	policy
		.get('login')
		?.checks.add(
			new interactionPolicy.Check('chooser', 'an account has to be chosen', ({ oidc }) =>
				oidc.result?.login === undefined
					? interactionPolicy.Check.REQUEST_PROMPT
					: interactionPolicy.Check.NO_NEED_TO_PROMPT,
			),
		)
	const provider = new Provider(issuer, {
		adapter: recordsIn(store, clock),
		clients: [
			{
				client_id: sandboxGoogle.clientId,
				client_secret: sandboxGoogle.clientSecret,
				redirect_uris: [`${shopUrl}${callbackPath}`],
				token_endpoint_auth_method: 'client_secret_post',
				id_token_signed_response_alg: 'RS256',
			},
		],
		jwks: { keys: [jwk] },
		cookies: {
			keys: [cookie],
			names: { session: 'google_session', interaction: 'google_interaction', resume: 'google_resume' },
		},
		claims: {
			openid: ['sub'],
			email: ['email', 'email_verified'],
			profile: ['name', 'given_name', 'family_name', 'picture'],
		},
		// As Google does, the ID token says it all.
		conformIdTokenClaims: false,
		responseTypes: ['code'],
		pkce: { required: () => true },
		// Whoever signs in in a second tab does not spoil what the first is about.
		expiresWithSession: () => false,
		features: {
			devInteractions: { enabled: false },
			rpInitiatedLogout: { enabled: false },
			userinfo: { enabled: true },
		},
		interactions: { policy, url: (_ctx, { uid }) => `${sandboxGoogle.path}/choose/${uid}` },
		ttl: {
			AccessToken: 3_600,
			AuthorizationCode: 300,
			Grant: 3_600,
			IdToken: 3_600,
			Interaction: 3_600,
			Session: 3_600,
		},
		// The chooser says what the shop will learn; picking an account agrees to it.
		loadExistingGrant: async ({ oidc }) => {
			const { client, session, params } = oidc
			if (client === undefined || session?.accountId === undefined) return undefined
			const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
			grant.addOIDCScope(String(params?.scope ?? 'openid'))
			await grant.save()
			return grant
		},
		findAccount: async (_ctx, sub) => {
			const account = findAccount(store, sub)
			if (account === undefined) return undefined
			const { email, name, emailVerified } = account
			const [given, ...family] = name.split(' ')
			const profile = { name, given_name: given, family_name: family.join(' ') }
			return {
				accountId: sub,
				claims: async () => ({ sub, email, email_verified: emailVerified, ...profile }),
			}
		},
		renderError: async (ctx, out) => {
			ctx.type = 'text/plain; charset=utf-8'
			ctx.body = `The sandbox's stand-in for Google refused: ${out.error}. ${out.error_description ?? ''}`
		},
	})
	// The same shop has more than one address: localhost and 127.0.0.1, or a balancer's before several servers.
	provider.Client.prototype.redirectUriAllowed = (address: string) =>
		URL.canParse(address) && new URL(address).pathname === callbackPath
	return provider
}
