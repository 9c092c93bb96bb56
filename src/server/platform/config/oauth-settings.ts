import { z } from 'zod'
import { isLocalHost, json, list } from '#server/platform/config/setting-fields.ts'
import { sandboxGoogle, sandboxGoogleIssuer } from '#shared/sandbox-google.ts'

/** An OpenID provider for signing in. */
export interface OAuthProvider {
	/** Its name in the Auth API, such as `google`. */
	name: string
	/** The address of its discovery document, and the issuer in its tokens. */
	issuer: string
	/** The first is this shop's. ID tokens issued for the others (apps of the same owner) are accepted as well. */
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
		'has two providers of one name',
	)
	.refine(
		(list) => list.every(({ name }) => !takenNames.has(name)),
		'has a provider with a name that is taken: google (it has settings of its own), email, phone, anonymous_users',
	)

const takenNames: ReadonlySet<string> = new Set(['google', 'email', 'phone', 'anonymous_users'])

/** The settings as the environment names them. `.env.example` describes them. */
export const providerSettingsFields = {
	GOOGLE_CLIENT_ID: clientIds.optional(),
	GOOGLE_CLIENT_SECRET: z.string().optional(),
	AUTH_PROVIDERS: providers.default([]),
}

type Given = z.infer<z.ZodObject<typeof providerSettingsFields>>

interface ProviderOptions {
	given: Given
	/** True: the sandbox does not replace Google. */
	isPublic: boolean
	sandboxPort: number
}

/** Returns the providers on offer. Without its keys, Google is the sandbox's provider on a local run and off on a public site. */
export function providersOf({ given, isPublic, sandboxPort }: ProviderOptions): readonly OAuthProvider[] {
	const others = given.AUTH_PROVIDERS.map(({ name, issuer, client_id, client_secret, scopes }) => ({
		name,
		issuer,
		clientIds: client_id,
		clientSecret: client_secret,
		scopes,
	}))
	const { GOOGLE_CLIENT_ID: ids, GOOGLE_CLIENT_SECRET: clientSecret } = given
	if (ids !== undefined && clientSecret !== undefined)
		return [
			{ name: 'google', issuer: googleIssuer, clientIds: ids, clientSecret, scopes: standardScopes },
			...others,
		]
	return isPublic ? others : [googleStandIn(sandboxPort), ...others]
}

/** Returns the sandbox's provider under Google's name. */
export function googleStandIn(sandboxPort: number): OAuthProvider {
	return {
		name: 'google',
		issuer: sandboxGoogleIssuer(sandboxPort),
		clientIds: [sandboxGoogle.clientId],
		clientSecret: sandboxGoogle.clientSecret,
		scopes: standardScopes,
	}
}

/** Returns the contradictions between these settings. */
export function providerFaults(given: Given): string[] {
	return (given.GOOGLE_CLIENT_ID === undefined) === (given.GOOGLE_CLIENT_SECRET === undefined)
		? []
		: ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or neither']
}
