import { z } from 'zod'
import { sandboxGoogle, sandboxGoogleIssuer } from '#shared/sandbox-services.ts'
import { area, setting } from './setting.ts'
import { isLocalHost, json, list } from './setting-fields.ts'

/** An OpenID provider for signing in. */
export interface OAuthProvider {
	/** Its name in the Auth API, such as `google`. */
	name: string
	/** The issuer that its tokens name. Its discovery document is at a well-known path of this address. */
	issuer: string
	/**
	 * The first is this shop's id. The others belong to apps of the same owner, and ID tokens issued for them are accepted as
	 * well.
	 */
	clientIds: readonly [string, ...string[]]
	clientSecret: string
	/** The scopes requested at every sign-in, separated by spaces; includes `openid`. */
	scopes: string
}

const googleIssuer = 'https://accounts.google.com'
const standardScopes = 'openid email profile'

const clientIds = list(',').pipe(z.tuple([z.string()], z.string()))

const issuer = z
	.url({ protocol: /^https?$/, error: 'needs an issuer: the https:// address of the provider', abort: true })
	.refine((value) => {
		const { protocol, hostname, search, hash } = new URL(value)
		return (protocol === 'https:' || isLocalHost(hostname)) && search === '' && hash === ''
	}, 'has an issuer that is not https, or has a query')

const providers = json
	.pipe(
		z.array(
			z.strictObject(
				{
					name: z
						.string()
						.regex(/^[a-z][a-z0-9_:-]{1,39}$/, 'needs a name of small letters, digits, _, : and -'),
					issuer,
					client_id: clientIds,
					client_secret: z.string('needs a client_secret').min(1, 'needs a client_secret'),
					scopes: z
						.string()
						.regex(
							/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
							'has scopes that cannot be sent',
						)
						.refine((scopes) => scopes.split(' ').includes('openid'), 'has scopes without openid')
						.default(standardScopes),
				},
				'must be a list of providers with name, issuer, client_id, client_secret and perhaps scopes',
			),
			'must be a list of providers',
		),
	)
	.refine(
		(list) => new Set(list.map(({ name }) => name)).size === list.length,
		'has two providers with the same name',
	)
	.refine(
		(list) => list.every(({ name }) => !takenNames.has(name)),
		'has a provider with a name that is taken: google (it has settings of its own), email, phone, anonymous_users',
	)

const takenNames: ReadonlySet<string> = new Set(['google', 'email', 'phone', 'anonymous_users'])

type OAuthSettings = z.output<typeof oauthSettings>

export const oauthSettings = area('Signing in with Google and other OpenID providers', {
	googleClientIds: setting('GOOGLE_CLIENT_ID', clientIds, {
		example: '....apps.googleusercontent.com',
		description:
			'“Continue with Google”: the OAuth client of a project at console.cloud.google.com, with SITE_URL/auth/v1/callback among its redirect addresses. Client ids after a comma belong to your apps, whose ID tokens are accepted too. Without these settings a public site does not offer Google, and your own machine uses the sandbox.',
	}),
	googleClientSecret: setting('GOOGLE_CLIENT_SECRET', z.string(), {
		secret: true,
		description: 'The secret of the OAuth client in GOOGLE_CLIENT_ID.',
	}),
	otherProviders: setting('AUTH_PROVIDERS', providers, {
		default: '[]',
		example:
			'[{"name":"custom:campus","issuer":"https://id.campus.example","client_id":"shop","client_secret":"..."}]',
		secret: true,
		description:
			'More OpenID providers, as a JSON list on one line. `name` is the argument of signInWithOAuth, `issuer` is where the discovery document is, `client_id` may be several, comma separated, as in GOOGLE_CLIENT_ID, `scopes` defaults to openid email profile. A provider that reports an address as verified gives access to the account of that address: list only providers you trust with that.',
	}),
})

interface ProviderOptions {
	given: OAuthSettings
	/** On a public site the sandbox never replaces Google. */
	isPublic: boolean
	sandboxPort: number
}

/**
 * Returns the providers on offer. Without its keys, Google is replaced by the sandbox on a local run, and is not offered on a
 * public site.
 */
export function chooseProviders({ given, isPublic, sandboxPort }: ProviderOptions): readonly OAuthProvider[] {
	const others = given.otherProviders.map(({ name, issuer, client_id, client_secret, scopes }) => ({
		name,
		issuer,
		clientIds: client_id,
		clientSecret: client_secret,
		scopes,
	}))
	const { googleClientIds: ids, googleClientSecret: clientSecret } = given
	if (ids !== undefined && clientSecret !== undefined)
		return [
			{ name: 'google', issuer: googleIssuer, clientIds: ids, clientSecret, scopes: standardScopes },
			...others,
		]
	return isPublic ? others : [sandboxGoogleProvider(sandboxPort), ...others]
}

/** Returns the sandbox's provider under Google's name. */
export function sandboxGoogleProvider(sandboxPort: number): OAuthProvider {
	return {
		name: 'google',
		issuer: sandboxGoogleIssuer(sandboxPort),
		clientIds: [sandboxGoogle.clientId],
		clientSecret: sandboxGoogle.clientSecret,
		scopes: standardScopes,
	}
}
