import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, settingNames } from '#server/platform/config/config.ts'
import { isLocalHost } from '#server/platform/config/setting-fields.ts'

function faultsOf(settings: Record<string, string>): readonly string[] {
	try {
		readConfig(settings)
		return []
	} catch (error) {
		if (error instanceof ConfigError) return error.faults
		throw error
	}
}

test('a local run needs no settings', () => {
	expect(readConfig({})).toMatchObject({
		host: '127.0.0.1',
		port: 3000,
		sandboxPort: 3001,
		siteUrl: 'http://localhost:3000',
		isPublic: false,
		stripe: undefined,
		rateLimitScale: 1,
	})
})

test('every setting is in .env.example, and nothing else is', async () => {
	const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
	const described = Array.from(example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm), ([, name]) => name)
	// `npm run dev` alone sets where its own page builder is.
	const made = settingNames.filter((name) => name !== 'HEADSTART_DEV_PAGES')
	expect(described.toSorted()).toEqual(made.toSorted())
})

test('an empty setting counts as not set', () => {
	expect(readConfig({ PORT: '', SITE_URL: '  ' }).port).toBe(3000)
})

test('names every error and shows no value', () => {
	const faults = faultsOf({
		PORT: 'abc',
		STRIPE_SECRET_KEY: 'hunter2',
		SMTP_URL: 'mail.example',
		STORAGE_SIGNING_KEY: 'short-secret',
	})
	expect(faults.map((fault) => fault.split(':')[0])).toEqual([
		'PORT',
		'STRIPE_SECRET_KEY',
		'SMTP_URL',
		'STORAGE_SIGNING_KEY',
	])
	expect(faults.join()).not.toMatch(/hunter2|mail\.example|short-secret/)
})

test('a public site names each missing key and trader detail', () => {
	const faults = faultsOf({ SITE_URL: 'https://headstart.example' })
	for (const name of [
		'DATABASE_URL',
		'STRIPE_SECRET_KEY',
		'STRIPE_WEBHOOK_SECRET',
		'SMTP_URL',
		'MAIL_FROM',
		'SUPABASE_PUBLISHABLE_KEY',
		'SUPABASE_SECRET_KEY',
		'AUTH_SIGNING_KEYS',
		'STORAGE_SIGNING_KEY',
		'AUTH_ENCRYPTION_KEY',
		'TRADER_NAME',
		'TRADER_ADDRESS',
		'TRADER_EMAIL',
	]) {
		expect(faults).toContain(`${name}: needed because SITE_URL is public`)
	}
})

test.each([
	['SITE_URL', 'shop.example'],
	['SITE_URL', 'https://shop.example/shop'],
	['SITE_URL', 'ftp://shop.example'],
	['TRUSTED_PROXIES', '10.0.0.0/33'],
	['TRUSTED_PROXIES', '10.0.0.0/8/8'],
	['TRUSTED_PROXIES', '10.0.0.0/all'],
	['TRUSTED_PROXIES', 'proxy.example'],
	['DATABASE_URL', 'postgresql://owner:password@host'],
	['DATABASE_URL', 'mysql://owner:password@host/shop'],
	['AUTH_SIGNING_KEYS', '{'],
	['AUTH_SIGNING_KEYS', '[]'],
	['AUTH_SIGNING_KEYS', '[{"kty":"EC","crv":"P-256","kid":"a","d":"b"}]'],
	['SUPABASE_SECRET_KEY', 'sb_secret_with"quotes"in-it-somewhere'],
	['RATE_LIMIT_SCALE', '0'],
	['LOG_LEVEL', 'loud'],
])('%s=%s is rejected at start', (name, value) => {
	const faults = faultsOf({ [name]: value })
	expect(faults).not.toEqual([])
	for (const fault of faults) expect(fault).toMatch(new RegExp(`^${name}: `))
})

test('accepts proxies as IPv4 and IPv6 addresses and ranges', () => {
	expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,fd00::/8' }).trustedProxies).toEqual([
		'10.0.0.0/8',
		'192.0.2.7',
		'fd00::/8',
	])
})

test('rejects a public site without https', () => {
	expect(faultsOf({ SITE_URL: 'http://headstart.example' })).toContain('SITE_URL: a public site needs https')
})

test('rejects half of a pair of settings', () => {
	expect(faultsOf({ STRIPE_SECRET_KEY: 'sk_test_abc' })).toEqual([
		'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: give both or neither',
	])
	expect(faultsOf({ DATABASE_API_URL: 'postgresql://a@b/c' })).toEqual([
		'DATABASE_API_URL and DATABASE_JOBS_URL: need DATABASE_URL beside them',
	])
	expect(faultsOf({ PORT: '4000', SANDBOX_PORT: '4000' })).toEqual(['SANDBOX_PORT: must differ from PORT'])
})

describe('hosts of the owner’s own network', () => {
	test.each([
		'localhost',
		'shop.localhost',
		'127.0.0.1',
		'127.9.9.9',
		'10.1.2.3',
		'172.16.0.1',
		'172.31.255.1',
		'192.168.1.5',
		'[::1]',
		'[fd00::1]',
	])('%s', (host) => {
		expect(isLocalHost(host)).toBe(true)
	})
	test.each([
		'headstart.example',
		'8.8.8.8',
		'172.32.0.1',
		'192.169.0.1',
		'localhost.evil.example',
		'[2001:db8::1]',
	])('not %s', (host) => {
		expect(isLocalHost(host)).toBe(false)
	})
})
