import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
	type AuthSettings,
	authSettingsFields,
	defaultAuthSettings,
} from '#server/platform/config/auth-settings.ts'
import { ConfigError, readConfig } from '#server/platform/config/config.ts'
import { createAccessTokens } from '#server/platform/http/access-token.ts'
import { movableClock } from '#test/clock.ts'

test('uses the defaults without settings', () => {
	expect(readConfig({}).auth).toEqual(defaultAuthSettings)
})

const examples: [keyof typeof authSettingsFields, string, Partial<AuthSettings>][] = [
	['AUTH_SIGN_UPS_OPEN', 'false', { signUpsOpen: false }],
	['AUTH_ANONYMOUS_USERS', 'true', { anonymousUsers: true }],
	['AUTH_AUTOCONFIRM', 'true', { mailerAutoconfirm: true }],
	['AUTH_SIGN_UP_PASSWORD_NEEDS_PROOF', 'false', { signUpPasswordNeedsProof: false }],
	['AUTH_MANUAL_LINKING', 'false', { manualLinking: false }],
	['AUTH_ID_TOKEN_GRANT', 'false', { idTokenGrant: false }],
	['AUTH_EMAIL_CHANGE_NEEDS_BOTH', 'false', { emailChangeNeedsBoth: false }],
	['AUTH_ACCESS_TOKEN_SECONDS', '900', { accessTokenSeconds: 900 }],
	['AUTH_REFRESH_REUSE_SECONDS', '0', { refreshReuseSeconds: 0 }],
	['AUTH_SESSION_SECONDS', '0', { sessionSeconds: null }],
	['AUTH_SESSION_INACTIVITY_SECONDS', '600', { sessionInactivitySeconds: 600 }],
	['AUTH_CONFIRMATION_SECONDS', '7200', { confirmationSeconds: 7_200 }],
	['AUTH_MAGIC_LINK_SECONDS', '600', { magicLinkSeconds: 600 }],
	['AUTH_RECOVERY_SECONDS', '600', { recoverySeconds: 600 }],
	['AUTH_EMAIL_CHANGE_SECONDS', '600', { emailChangeSeconds: 600 }],
	['AUTH_MAIL_CODES', 'true', { mailCodes: true }],
	['AUTH_MAIL_CODE_SECONDS', '300', { mailCodeSeconds: 300 }],
	['AUTH_MAIL_CODE_DIGITS', '8', { mailCodeDigits: 8 }],
	['AUTH_FLOW_STATE_SECONDS', '60', { flowStateSeconds: 60 }],
	['AUTH_MAIL_INTERVAL_SECONDS', '30', { mailIntervalSeconds: 30 }],
	['AUTH_MAILS_PER_DAY', '5', { mailsPerDay: 5 }],
	['AUTH_MAILS_PER_HOUR', '100', { mailsPerHour: 100 }],
	['AUTH_PASSWORD_MIN_LENGTH', '12', { passwordMinLength: 12 }],
	[
		'AUTH_PASSWORD_REQUIRED_CHARACTERS',
		'0123456789 !?#',
		{ passwordRequiredCharacters: ['0123456789', '!?#'] },
	],
	['AUTH_PASSWORD_REFUSED', 'Newcastle, tyne ', { passwordRefused: ['newcastle', 'tyne'] }],
	['AUTH_CURRENT_PASSWORD_REQUIRED', 'true', { currentPasswordRequired: true }],
	['AUTH_RECENT_SIGN_IN_SECONDS', '60', { recentSignInSeconds: 60 }],
	['AUTH_TOTP_OFFERED', 'false', { totpOffered: false }],
	['AUTH_REDIRECT_URLS', 'https://a.test/**,app://x', { redirectUrls: ['https://a.test/**', 'app://x'] }],
]

test.each(examples)('%s=%s is read', (name, value, expected) => {
	expect(readConfig({ [name]: value }).auth).toEqual({ ...defaultAuthSettings, ...expected })
})

test('every setting has an example above', () => {
	expect(examples.map(([name]) => name).sort()).toEqual(Object.keys(authSettingsFields).sort())
})

test.each([
	['AUTH_SIGN_UPS_OPEN', 'yes'],
	['AUTH_ACCESS_TOKEN_SECONDS', '86401'],
	['AUTH_RECOVERY_SECONDS', '3601'],
	['AUTH_MAIL_CODE_DIGITS', '5'],
	['AUTH_PASSWORD_MIN_LENGTH', '5'],
	['AUTH_REDIRECT_URLS', 'shop.example'],
	['AUTH_ENCRYPTION_KEY', 'short'],
	['AUTH_LEGACY_JWT_SECRET', 'short'],
	['RATE_LIMITS', 'signIn'],
	['RATE_LIMITS', 'nothing=1/1'],
	['RATE_LIMITS', 'signIn=0/60'],
])('%s=%s is refused by name', (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(
		expect.objectContaining({ faults: [expect.stringMatching(new RegExp(`^${name}: must `))] }),
	)
	expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
})

test('reads rate limits by name', () => {
	expect([...readConfig({ RATE_LIMITS: 'signIn=10/60, verify=5/300' }).rateLimits]).toEqual([
		['signIn', { points: 10, seconds: 60 }],
		['verify', { points: 5, seconds: 300 }],
	])
})

test.each([['sign'], ['verify'], ['sign', 'verify']])(
	'a signing key that says it is for %j is taken',
	async (...uses) => {
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', ext: true, key_ops: uses }
		const signingKeys = readConfig({ AUTH_SIGNING_KEYS: JSON.stringify([jwk]) }).authSigningKeys ?? []
		const tokens = await createAccessTokens({
			signingKeys,
			issuer: 'https://shop.test',
			clock: movableClock(),
		})
		expect(tokens.jwks.keys).toMatchObject([{ kid: 'a', key_ops: ['verify'] }])
	},
)

test('rejects a damaged signing key by the name of its setting', () => {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'a', x: 'AAAA' }
	expect(() => readConfig({ AUTH_SIGNING_KEYS: JSON.stringify([jwk]) })).toThrow(
		expect.objectContaining({ faults: ['AUTH_SIGNING_KEYS: the key "a" is damaged or incomplete'] }),
	)
})

test('accepts ES256 and RS256 signing keys, and rejects short RSA keys', () => {
	const keysOf = (bits: number) => {
		const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
		return JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: 'a' }])
	}
	expect(readConfig({ AUTH_SIGNING_KEYS: keysOf(2048) }).authSigningKeys).toHaveLength(1)
	expect(() => readConfig({ AUTH_SIGNING_KEYS: keysOf(1024) })).toThrow(ConfigError)
})
