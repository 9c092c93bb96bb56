import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAccessTokens } from '#server/platform/http/access-token.ts'
import { movableClock } from '#test/clock.ts'
import { type AuthSettings, authSettings, defaultAuthSettings } from './auth-settings.ts'
import { readConfig } from './config.ts'
import { describeArea } from './setting.ts'
import { ConfigError } from './settings.ts'

test('uses the defaults if nothing is set', () => {
	expect(readConfig({}).auth).toEqual(defaultAuthSettings)
})

const examples: [string, string, Partial<AuthSettings>][] = [
	['AUTH_SIGN_UPS_OPEN', 'false', { signUpsOpen: false }],
	['AUTH_ANONYMOUS_USERS', 'true', { anonymousUsers: true }],
	['AUTH_AUTOCONFIRM', 'true', { mailerAutoconfirm: true }],
	['AUTH_SESSION_SECONDS', '0', { sessionSeconds: null }],
	['AUTH_SESSION_INACTIVITY_SECONDS', '600', { sessionInactivitySeconds: 600 }],
	['AUTH_EMAIL_CODES', 'true', { emailCodes: true }],
	['AUTH_PASSKEYS', 'false', { passkeysOffered: false }],
	['AUTH_EMAILS_PER_HOUR', '100', { emailsPerHour: 100 }],
	['AUTH_PASSWORD_MIN_LENGTH', '12', { passwordMinLength: 12 }],
	['AUTH_PASSWORD_REFUSED', 'Newcastle, tyne ', { passwordRefused: ['newcastle', 'tyne'] }],
	['AUTH_RECENT_SIGN_IN_SECONDS', '60', { recentSignInSeconds: 60 }],
	['AUTH_TOTP_OFFERED', 'false', { totpOffered: false }],
	['AUTH_WEB3', 'ethereum, solana', { web3Chains: ['ethereum', 'solana'] }],
	['AUTH_REDIRECT_URLS', 'https://a.test/**,app://x', { redirectUrls: ['https://a.test/**', 'app://x'] }],
]

test.each(examples)('reads %s=%s', (name, value, expected) => {
	expect(readConfig({ [name]: value }).auth).toEqual({ ...defaultAuthSettings, ...expected })
})

test('reads the SAML key as base64 of PEM or DER, and rejects a weak key or another type of key', () => {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
	const forms = [
		Buffer.from(pem),
		Buffer.from(privateKey.export({ type: 'pkcs1', format: 'pem' })),
		privateKey.export({ type: 'pkcs1', format: 'der' }),
		privateKey.export({ type: 'pkcs8', format: 'der' }),
	]
	for (const form of forms) expect(readConfig({ AUTH_SAML_KEY: form.toString('base64') }).samlKey).toBe(pem)
	const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
	const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
	for (const key of [weak, other]) {
		const AUTH_SAML_KEY = Buffer.from(key.export({ type: 'pkcs8', format: 'der' })).toString('base64')
		expect(() => readConfig({ AUTH_SAML_KEY })).toThrow(/^AUTH_SAML_KEY: must be an RSA key/)
	}
})

test('every setting has an example in this file', () => {
	const settings = describeArea(authSettings).settings.filter(({ fixedAt }) => fixedAt === undefined)
	expect(examples.map(([name]) => name).sort()).toEqual(settings.map(({ name }) => name).sort())
})

test('retired settings have no effect and are reported', () => {
	const retired = describeArea(authSettings).settings.filter(({ fixedAt }) => fixedAt !== undefined)
	const changed = Object.fromEntries(retired.map(({ name }) => [name, '1']))
	const { auth, notices } = readConfig(changed)
	expect(auth).toEqual(defaultAuthSettings)
	expect(notices).toHaveLength(retired.length)
})

test.each([
	['AUTH_SIGN_UPS_OPEN', 'yes'],
	['AUTH_SESSION_SECONDS', '31536001'],
	['AUTH_PASSWORD_MIN_LENGTH', '5'],
	['AUTH_REDIRECT_URLS', 'shop.example'],
	['AUTH_ENCRYPTION_KEY', 'short'],
	['AUTH_LEGACY_JWT_SECRET', 'short'],
	['RATE_LIMITS', 'signIn'],
	['RATE_LIMITS', 'nothing=1/1'],
	['RATE_LIMITS', 'signIn=0/60'],
])('rejects %s=%s and names the setting', (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(
		expect.objectContaining({ errors: [expect.stringMatching(new RegExp(`^${name}: must `))] }),
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
	'accepts a signing key whose key_ops are %j',
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

test('an error about a damaged signing key names the setting', () => {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'a', x: 'AAAA' }
	expect(() => readConfig({ AUTH_SIGNING_KEYS: JSON.stringify([jwk]) })).toThrow(
		expect.objectContaining({ errors: ['AUTH_SIGNING_KEYS: the key "a" is damaged or incomplete'] }),
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
