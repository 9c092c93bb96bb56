import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { AccessTokens } from '#server/platform/http/access-token.ts'

/** Every OAuth provider the Auth API knows by name. */
export const knownProviders = [
	'apple',
	'azure',
	'bitbucket',
	'discord',
	'facebook',
	'figma',
	'fly',
	'github',
	'gitlab',
	'google',
	'kakao',
	'keycloak',
	'linkedin',
	'linkedin_oidc',
	'notion',
	'slack',
	'slack_oidc',
	'snapchat',
	'spotify',
	'twitch',
	'twitter',
	'workos',
	'x',
	'zoom',
] as const

/**
 * Returns the body of `GET /.well-known/openid-configuration`, from which other servers learn how to check access tokens. It names
 * no endpoints to sign in at: the shop is no OAuth server.
 */
export function discovery({ issuer, jwks }: Pick<AccessTokens, 'issuer' | 'jwks'>) {
	return {
		issuer,
		jwks_uri: `${issuer}/.well-known/jwks.json`,
		userinfo_endpoint: `${issuer}/user`,
		id_token_signing_alg_values_supported: [...new Set(jwks.keys.flatMap(({ alg }) => alg ?? []))],
		response_types_supported: [],
		subject_types_supported: ['public'],
	}
}

/** Returns the body of `GET /settings`: the public list of sign-in methods this shop offers. */
export function publicSettings(
	{ signUpsOpen, anonymousUsers, mailerAutoconfirm, passkeysOffered }: AuthSettings,
	{ providers, byPhone, saml }: { providers: readonly string[]; byPhone: boolean; saml: boolean },
): Record<string, unknown> {
	return {
		external: {
			...Object.fromEntries(knownProviders.map((name) => [name, false])),
			...Object.fromEntries(providers.map((name) => [name, true])),
			anonymous_users: anonymousUsers,
			email: true,
			phone: byPhone,
		},
		disable_signup: !signUpsOpen,
		mailer_autoconfirm: mailerAutoconfirm,
		phone_autoconfirm: byPhone && mailerAutoconfirm,
		// Left empty: the public need not know which company sends the text messages.
		sms_provider: '',
		saml_enabled: saml,
		passkeys_enabled: passkeysOffered,
	}
}
