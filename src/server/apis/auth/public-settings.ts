import type { AuthSettings } from '#server/platform/config/auth-settings.ts'

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

/** Returns the body of `GET /settings`: the public list of sign-in methods this shop offers. */
export function publicSettings(
	{ signUpsOpen, anonymousUsers, mailerAutoconfirm, passkeysOffered }: AuthSettings,
	offered: readonly string[],
): Record<string, unknown> {
	return {
		external: {
			...Object.fromEntries(knownProviders.map((name) => [name, false])),
			...Object.fromEntries(offered.map((name) => [name, true])),
			anonymous_users: anonymousUsers,
			email: true,
			phone: false,
		},
		disable_signup: !signUpsOpen,
		mailer_autoconfirm: mailerAutoconfirm,
		phone_autoconfirm: false,
		sms_provider: '',
		saml_enabled: false,
		passkeys_enabled: passkeysOffered,
	}
}
