import { describe, expect, test } from 'vitest'
import { configErrorsOf } from '#test/config-errors.ts'
import { live } from '#test/live-settings.ts'
import { readConfig } from './config.ts'

const publicSite = { ...live, STRIPE_SECRET_KEY: 'sk_live_x' }
const google = { GOOGLE_CLIENT_ID: 'one.apps, two.apps', GOOGLE_CLIENT_SECRET: 's3cret' }

describe('Google', () => {
	test('uses the sandbox on a local run without keys', () => {
		const { providers, site } = readConfig({ SANDBOX_PORT: '4001' })
		expect(providers).toMatchObject([{ name: 'google', issuer: 'http://localhost:4001/google' }])
		expect(site.parts).toContain('google-sign-in')
	})

	test('uses Google’s own servers when keys are set', () => {
		for (const settings of [google, { ...publicSite, ...google }]) {
			const { providers, site } = readConfig(settings)
			expect(providers).toEqual([
				{
					name: 'google',
					issuer: 'https://accounts.google.com',
					clientIds: ['one.apps', 'two.apps'],
					clientSecret: 's3cret',
					scopes: 'openid email profile',
				},
			])
			expect(site.parts).toContain('google-sign-in')
		}
	})

	test('is off on a public site without keys, and pages do not mention it', () => {
		const { providers, site } = readConfig(publicSite)
		expect(providers).toEqual([])
		expect(site.parts).not.toContain('google-sign-in')
	})

	test('needs both of its keys or neither', () => {
		for (const half of [{ GOOGLE_CLIENT_ID: 'x' }, { GOOGLE_CLIENT_SECRET: 'x' }])
			expect(configErrorsOf(half)).toEqual([
				'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or neither',
			])
	})
})

describe('other providers', () => {
	const campus = {
		name: 'custom:campus',
		issuer: 'https://id.campus.example',
		client_id: 'shop',
		client_secret: 's3cret',
	}
	const withProviders = (...list: unknown[]) => ({ AUTH_PROVIDERS: JSON.stringify(list) })

	test('are added by settings alone', () => {
		const { providers } = readConfig({ ...publicSite, ...withProviders(campus) })
		expect(providers).toEqual([
			{
				name: 'custom:campus',
				issuer: 'https://id.campus.example',
				clientIds: ['shop'],
				clientSecret: 's3cret',
				scopes: 'openid email profile',
			},
		])
		const own = withProviders({ ...campus, scopes: 'openid email' })
		expect(readConfig(own).providers[1]?.scopes).toBe('openid email')
	})

	test.each([
		['invalid JSON', { AUTH_PROVIDERS: 'x' }, 'must be JSON'],
		['something other than a list', { AUTH_PROVIDERS: '{}' }, 'must be a list of providers'],
		['a reserved name', withProviders({ ...campus, name: 'google' }), 'a name that is taken'],
		['a name used twice', withProviders(campus, campus), 'two providers with the same name'],
		['a name with capitals', withProviders({ ...campus, name: 'Campus' }), 'needs a name'],
		[
			'plain http on the internet',
			withProviders({ ...campus, issuer: 'http://id.campus.example' }),
			'not https',
		],
		['an issuer that is not an address', withProviders({ ...campus, issuer: 'campus' }), 'needs an issuer'],
		['no secret', withProviders({ ...campus, client_secret: '' }), 'needs a client_secret'],
		['scopes without openid', withProviders({ ...campus, scopes: 'email' }), 'scopes without openid'],
	])(
		'with %s prevent the server from starting, and the error does not contain the secret',
		(_what, settings, words) => {
			const [error = '', ...more] = configErrorsOf(settings)
			expect(error).toContain('AUTH_PROVIDERS: ')
			expect(error).toContain(words)
			expect(more).toEqual([])
			expect(error).not.toContain('s3cret')
		},
	)

	test('may use plain http on the owner’s own machine', () => {
		const local = withProviders({ ...campus, issuer: 'http://127.0.0.1:8080/realms/campus' })
		expect(configErrorsOf(local)).toEqual([])
	})
})
