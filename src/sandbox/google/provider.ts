import type { Provider } from 'oidc-provider'
import { findAccount } from '#sandbox/google/accounts.ts'
import { loadKeys } from '#sandbox/google/keys.ts'
import { createRecordStore } from '#sandbox/google/record-store.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Clock } from '#shared/clock.ts'
import { sandboxGoogle } from '#shared/sandbox-services.ts'

export interface ProviderOptions {
	store: Store
	clock: Clock
	issuer: string
	shopUrl: string
}

const callbackPath = '/auth/v1/callback'

/**
 * Creates the OpenID provider. Imports the library only when it is needed, to save memory. The provider asks which account to
 * use on every sign-in, because developers test with several accounts in one browser.
 */
export async function createProvider({ store, clock, issuer, shopUrl }: ProviderOptions): Promise<Provider> {
	const { interactionPolicy, Provider } = await import('oidc-provider')
	const { jwk, cookie } = await loadKeys(store)
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
		adapter: createRecordStore(store, clock),
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
		// Puts all claims into the ID token, as Google does.
		conformIdTokenClaims: false,
		responseTypes: ['code'],
		pkce: { required: () => true },
		// Otherwise a second sign-in in another tab would end the first one.
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
		// The page where an account is chosen says what the shop will receive, so choosing one counts as consent.
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
			ctx.body = `The sandbox's Google stand-in rejected the request: ${out.error}. ${out.error_description ?? ''}`
		},
	})
	// Accepts any host, because the shop may have several: localhost and 127.0.0.1, or a load balancer and its servers.
	provider.Client.prototype.redirectUriAllowed = (address: string) =>
		URL.canParse(address) && new URL(address).pathname === callbackPath
	return provider
}
