import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { configErrorsOf } from '#test/config-errors.ts'
import { readConfig } from './config.ts'
import { envExample } from './env-example.ts'
import { isLocalHost } from './setting-fields.ts'
import { settingAreas } from './settings.ts'

test('a local run needs no settings', () => {
	expect(readConfig({})).toMatchObject({
		host: '127.0.0.1',
		port: 3000,
		sandboxPort: 3001,
		siteUrl: 'http://localhost:3000',
		isPublic: false,
		repliesTo: 'owner@sample.test',
		stripe: undefined,
		rateLimitScale: 1,
	})
})

test('replies to emails go to the address that the pages show', () => {
	const { repliesTo, site } = readConfig({
		TRADER_NAME: 'Ada',
		TRADER_ADDRESS: '1 Quayside',
		TRADER_EMAIL: 'ada@shop.test',
	})
	expect([repliesTo, site.texts['trader-email']]).toEqual(['ada@shop.test', 'ada@shop.test'])
})

test('WORKERS is a number of processes, or auto for one per core', () => {
	expect(readConfig({}).workers).toBe(1)
	expect(readConfig({ WORKERS: '12' }).workers).toBe(12)
	expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
	for (const wrong of ['0', '65', '2.5', 'all'])
		expect(configErrorsOf({ WORKERS: wrong })).toEqual(['WORKERS: must be a number from 1 to 64, or auto'])
})

const declared = settingAreas.flatMap(({ settings }) => settings)

test('.env.example describes every setting as declared (otherwise run `npm run env-example`)', async () => {
	const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
	expect(example).toBe(envExample())
	const described = Array.from(example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm), ([, name]) => name)
	const offered = declared.filter(({ fixedAt }) => fixedAt === undefined).map(({ name }) => name)
	// Only `npm run dev` sets the address of the development server for pages.
	expect(described).toEqual(offered.filter((name) => name !== 'HEADSTART_DEV_PAGES'))
})

test('no two settings have the same name', () => {
	const names = declared.flatMap(({ name, formerly }) => (formerly === undefined ? [name] : [name, formerly]))
	expect(names.length).toBe(new Set(names).size)
})

test.each(declared.filter(({ secret }) => secret))(
	'an error about $name never shows its value',
	({ name }) => {
		const errors = configErrorsOf({ [name]: 'hunter2' })
		expect(errors.join()).not.toContain('hunter2')
	},
)

describe('notices', () => {
	test('are empty if no setting is outdated', () => {
		expect(readConfig({ PORT: '4000' }, ['PORT']).notices).toEqual([])
	})

	test('a setting is accepted under its former name', () => {
		const { site, notices } = readConfig({ CONFIRMED_CLAIMS: 'creator-story' })
		expect(site.marketingClaims).toEqual(['creator-story'])
		expect(notices.map(sentenceOf)).toEqual([
			'CONFIRMED_CLAIMS is now called CONFIRMED_MARKETING_CLAIMS. Rename it: the next release will not know the old name.',
		])
	})

	test('the present name takes precedence over a former one', () => {
		const both = { CONFIRMED_CLAIMS: 'creator-story', CONFIRMED_MARKETING_CLAIMS: 'none' }
		expect(readConfig(both).site.marketingClaims).toEqual([])
	})

	test('an invalid value under a former name is reported under the present one', () => {
		expect(configErrorsOf({ CONFIRMED_CLAIMS: 'x' })).toEqual([
			'CONFIRMED_MARKETING_CLAIMS: there is no claim "x"',
		])
	})

	test('a retired setting has no effect, whatever its value', () => {
		const { auth, notices } = readConfig({ AUTH_FLOW_STATE_SECONDS: 'nonsense' })
		expect(auth.flowStateSeconds).toBe(300)
		expect(notices.map(sentenceOf)).toEqual([
			'AUTH_FLOW_STATE_SECONDS is no longer a setting; its value is now fixed at 300. Remove it from the environment or .env.',
		])
	})

	test('a rate limit is accepted under its former name', () => {
		const { rateLimits, notices } = readConfig({ RATE_LIMITS: 'verify=5/60, mailAgain=1/300' })
		expect(rateLimits.get('emailAgain')).toEqual({ points: 1, seconds: 300 })
		expect(notices.map(sentenceOf)).toEqual([
			'The rate limit mailAgain in RATE_LIMITS is now called emailAgain. Rename it: the next release will not know the old name.',
		])
	})

	test('a name in .env that is not a setting is reported', () => {
		expect(readConfig({}, ['PORT', 'SITE_ULR']).notices.map(sentenceOf)).toEqual([
			'SITE_ULR in .env is not a setting. Check its spelling: .env.example has every setting.',
		])
	})
})

test('an empty setting counts as not set', () => {
	expect(readConfig({ PORT: '', SITE_URL: '  ' }).port).toBe(3000)
})

test('an error names each invalid setting and shows no value that could be secret', () => {
	const errors = configErrorsOf({
		PORT: 'abc',
		STRIPE_SECRET_KEY: 'hunter2',
		SMTP_URL: 'mail.example',
		STORAGE_SIGNING_KEY: 'short-secret',
	})
	expect(errors.map((error) => error.split(':')[0])).toEqual([
		'PORT',
		'STRIPE_SECRET_KEY',
		'SMTP_URL',
		'STORAGE_SIGNING_KEY',
	])
	expect(errors.join()).not.toMatch(/hunter2|mail\.example|short-secret/)
})

test('lists every key and trader detail that a public site lacks', () => {
	const errors = configErrorsOf({ SITE_URL: 'https://headstart.example' })
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
		expect(errors).toContain(`${name}: needed because SITE_URL is public`)
	}
})

test('a rehearsal needs a password and the addresses that may be emailed, but no keys', () => {
	const stage = { SITE_URL: 'https://headstart.example', STAGE: 'rehearsal' }
	expect(configErrorsOf(stage)).toEqual([
		'REHEARSAL_PASSWORD: needed because STAGE is rehearsal',
		'REHEARSAL_MAIL_TO: needed because STAGE is rehearsal',
	])
	const whole = { ...stage, REHEARSAL_PASSWORD: 'four quiet harbours', REHEARSAL_MAIL_TO: 'Ada@shop.example' }
	expect(readConfig(whole)).toMatchObject({
		isPublic: true,
		rehearsal: { password: 'four quiet harbours', mailTo: ['ada@shop.example'] },
		missingForLive: expect.arrayContaining(['DATABASE_URL', 'STRIPE_SECRET_KEY', 'TRADER_NAME']),
	})
	const live = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
	expect(configErrorsOf({ ...whole, ...live })).toEqual([
		'STRIPE_SECRET_KEY: a rehearsal needs a key of test mode (sk_test_… or rk_test_…), or none',
	])
})

test.each([
	['STAGE', 'live'],
	['REHEARSAL_PASSWORD', 'short'],
	['REHEARSAL_MAIL_TO', 'ada'],
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
	['STRIPE_WEBHOOK_SECRET', 'whsec_'],
	['STRIPE_WEBHOOK_SECRET', 'whsec_...'],
	['STRIPE_WEBHOOK_SECRET', 'whsec_abc\u200b'],
	['STRIPE_SECRET_KEY', 'sk_live_...'],
	['STRIPE_SECRET_KEY', 'sk_live_“abc”'],
	['STRIPE_SECRET_KEY', 'sk_live_abc"'],
	['STRIPE_SECRET_KEY', 'sk_live_abcé'],
	['DATABASE_URL', 'postgresql:/owner:password@host/shop'],
	['SMTP_URL', 'smtp:user:password@mail.example'],
	['BACKUP_TO', 'https://KEY:SECRET@s3.example/bucket'],
	['BACKUP_TO', 'file:///mnt/backups'],
	['BACKUP_TO', 'C:\\backups'],
	['BACKUP_TO', '~/backups'],
	['BACKUP_TO', ' /mnt/backups'],
	['DATA_DIR', '~/shop'],
	['DATA_DIR', 'file:///srv/shop'],
	['MAIL_FROM', 'Headstart'],
	['MAIL_FROM', 'Headstart <hello@shop.example'],
	['MAIL_FROM', 'Ada <ada@shop.example>, Bob <bob@shop.example>'],
	['MAIL_FROM', 'ada@shop.example, bob@shop.example'],
	['MAIL_FROM', 'Ada\nBcc: eve <ada@shop.example>'],
	['SITE_URL', 'https://ada@shop.example'],
	['SITE_URL', 'https://shop.example?a'],
	['RATE_LIMIT_SCALE', '0'],
	['LOG_LEVEL', 'loud'],
])('%s=%s is rejected at start', (name, value) => {
	const errors = configErrorsOf({ [name]: value })
	expect(errors).not.toEqual([])
	for (const error of errors) expect(error).toMatch(new RegExp(`^${name}: `))
})

test.each([
	['hello@shop.example', '', 'hello@shop.example'],
	['<hello@shop.example>', '', 'hello@shop.example'],
	['Headstart <hello@shop.example>', 'Headstart', 'hello@shop.example'],
	['"Headstart, Ltd" <hello@shop.example>', 'Headstart, Ltd', 'hello@shop.example'],
	['Ada; Bob & Co <hello@shop.example>', 'Ada; Bob & Co', 'hello@shop.example'],
	['Ada: Guides (UK) <hello@shop.example>', 'Ada: Guides (UK)', 'hello@shop.example'],
	['Ada "the first" Ltd <hello@shop.example>', 'Ada "the first" Ltd', 'hello@shop.example'],
	['Ада Ltd <hello@shop.example>', 'Ада Ltd', 'hello@shop.example'],
])('the sender %s keeps its whole name', (value, name, address) => {
	expect(readConfig({ MAIL_FROM: value }).mailFrom).toEqual({ name, address })
})

test.each([
	['https://Shop.Example', 'https://shop.example'],
	['https://shop.example:443/', 'https://shop.example'],
	['http://shop.test:80', 'http://shop.test'],
	['https://shöp.test', 'https://xn--shp-tna.test'],
])('the address %s of a site is read as browsers show it', (value, shown) => {
	expect(
		readConfig({
			SITE_URL: value,
			STAGE: 'rehearsal',
			REHEARSAL_PASSWORD: 'four quiet harbours',
			REHEARSAL_MAIL_TO: 'a@b.test',
		}).siteUrl,
	).toBe(shown)
})

test('accepts proxies as IPv4 and IPv6 addresses and ranges', () => {
	expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,fd00::/8' }).trustedProxies).toEqual([
		'10.0.0.0/8',
		'192.0.2.7',
		'fd00::/8',
	])
})

test('rejects a public site without https', () => {
	expect(configErrorsOf({ SITE_URL: 'http://headstart.example' })).toContain(
		'SITE_URL: a public site needs https',
	)
})

test('an error about two settings that do not fit together names both', () => {
	expect(configErrorsOf({ STRIPE_SECRET_KEY: 'sk_test_abc' })).toEqual([
		'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: give both or neither',
	])
	expect(configErrorsOf({ DATABASE_API_URL: 'postgresql://a@b/c' })).toEqual([
		'DATABASE_API_URL and DATABASE_JOBS_URL: need DATABASE_URL as well',
	])
	expect(configErrorsOf({ PORT: '4000', SANDBOX_PORT: '4000' })).toEqual([
		'SANDBOX_PORT: must differ from PORT',
	])
})

describe('the admin', () => {
	test('is on a port of its own on a local run, and can be switched off', () => {
		expect(readConfig({}).admin).toEqual({ url: 'http://localhost:3002', host: '127.0.0.1', port: 3002 })
		expect(readConfig({ ADMIN_PORT: '4002' }).admin?.url).toBe('http://localhost:4002')
		expect(readConfig({ ADMIN_URL: 'none' }).admin).toBeUndefined()
	})

	test('needs an origin and a port of its own', () => {
		expect(configErrorsOf({ ADMIN_URL: 'http://localhost:3000' })).toEqual([
			'ADMIN_URL: must differ from SITE_URL',
		])
		for (const taken of ['3000', '3001', '9464'])
			expect(configErrorsOf({ ADMIN_PORT: taken, METRICS_PORT: '9464' })).toContain(
				'ADMIN_PORT: must differ from PORT and SANDBOX_PORT and METRICS_PORT',
			)
	})

	test('is off on a public site until ADMIN_URL is an https address, or localhost behind an SSH tunnel', () => {
		const rehearsal = {
			SITE_URL: 'https://headstart.example',
			STAGE: 'rehearsal',
			REHEARSAL_PASSWORD: 'four quiet harbours',
			REHEARSAL_MAIL_TO: 'ada@shop.example',
		}
		expect(readConfig(rehearsal).admin).toBeUndefined()
		const on = (url: string) => ({ ...rehearsal, ADMIN_URL: url })
		expect(readConfig(on('https://admin.headstart.example')).admin?.port).toBe(3002)
		expect(readConfig(on('http://localhost:3002')).admin?.url).toBe('http://localhost:3002')
		expect(configErrorsOf(on('http://admin.headstart.example'))).toEqual([
			'ADMIN_URL: needs https, or localhost through an SSH tunnel',
		])
	})
})

describe('the owner’s own network', () => {
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
	])('contains %s', (host) => {
		expect(isLocalHost(host)).toBe(true)
	})
	test.each([
		'headstart.example',
		'8.8.8.8',
		'172.32.0.1',
		'192.169.0.1',
		'localhost.evil.example',
		'[2001:db8::1]',
	])('does not contain %s', (host) => {
		expect(isLocalHost(host)).toBe(false)
	})
})
