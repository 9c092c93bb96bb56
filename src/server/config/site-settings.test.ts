import { describe, expect, test } from 'vitest'
import { marketingClaims } from '#catalogue/marketing-claims.ts'
import { configErrorsOf } from '#test/config-errors.ts'
import { readConfig } from './config.ts'
import { siteOf } from './site-settings.ts'

const publicSite = {
	given: { contentSignal: [] as 'search'[], socialLinks: [] as string[] },
	isPublic: true,
	trader: { name: 'Guides Ltd', address: '2 Quay Street, Leeds', email: 'help@guides.example' },
	companyNumber: undefined,
	icoNumber: undefined,
	vatNumber: undefined,
	passwordMinLength: 6,
	pageViews: { kind: 'own' },
	google: false,
	passkeys: false,
	captcha: undefined,
	phone: false,
	readsUkNumbers: false,
	isRehearsal: false,
} as const

describe('marketing claims', () => {
	test('are shown on a public site only once they are confirmed, but always on a local run', () => {
		expect(readConfig({}).site.marketingClaims).toEqual(marketingClaims.map(({ id }) => id))
		expect(siteOf(publicSite).marketingClaims).toEqual([])
		const given = { ...publicSite.given, confirmedClaims: ['rating-cv-secrets'] }
		expect(siteOf({ ...publicSite, given }).marketingClaims).toEqual(['rating-cv-secrets'])
	})

	test('can be hidden on a local run too, to see how the site looks without them', () => {
		expect(readConfig({ CONFIRMED_MARKETING_CLAIMS: 'none' }).site.marketingClaims).toEqual([])
		const some = readConfig({ CONFIRMED_MARKETING_CLAIMS: ' rating-cv-secrets ,creator-story' })
		expect(some.site.marketingClaims).toEqual(['rating-cv-secrets', 'creator-story'])
	})

	test('an unknown claim is rejected, and the error names it', () => {
		expect(configErrorsOf({ CONFIRMED_MARKETING_CLAIMS: 'rating-cv-secrets,rating-cv-secret' })).toEqual([
			'CONFIRMED_MARKETING_CLAIMS: there is no claim "rating-cv-secret"',
		])
	})
})

describe('the seller', () => {
	test('is marked as a sample on a local run', () => {
		const { parts, texts } = readConfig({}).site
		expect(parts).toContain('sample-details')
		expect(texts['trader-name']).toContain('test shop')
	})

	test('is the trader from the settings on a public site, with the registration numbers that are set', () => {
		const { parts, texts } = siteOf({
			...publicSite,
			companyNumber: '01234567',
		})
		expect(parts).not.toContain('sample-details')
		expect(parts).toContain('company-number')
		expect(parts).not.toContain('vat-number')
		expect(texts).toMatchObject({
			'trader-name': 'Guides Ltd',
			'company-number': '01234567',
			'vat-number': '',
		})
	})
})

describe('profiles at social networks', () => {
	test('are not shown by default, but the footer offers sharing', () => {
		expect(readConfig({}).site.profiles).toEqual([])
	})

	test('are shown if they are set', () => {
		const links = 'https://www.instagram.com/headstart, https://x.com/headstart'
		expect(readConfig({ SOCIAL_LINKS: links }).site.profiles).toEqual([
			'https://www.instagram.com/headstart',
			'https://x.com/headstart',
		])
	})

	test.each([
		['javascript:alert(1)'],
		['http://www.instagram.com/headstart'],
		['https://instagram.com.evil.test/headstart'],
		['https://evil.test/instagram.com'],
		['https://user@www.instagram.com/headstart'],
		['https://www.instagram.com/'],
		['headstart'],
		['https:x.com/headstart'],
		['https://x.com/one,https://www.x.com/two'],
	])('%s is rejected', (links) => {
		expect(configErrorsOf({ SOCIAL_LINKS: links })).toEqual([expect.stringMatching(/^SOCIAL_LINKS: /)])
	})
})

test.each([
	[{ SITE_URL: 'https://shop.test' }, true],
	[{ SITE_URL: 'http://localhost:4000' }, true],
	[{ SITE_URL: 'http://localhost:4000', AUTH_PASSKEYS: 'false' }, false],
	[{ SITE_URL: 'http://127.0.0.1:4000' }, false],
	[{ SITE_URL: 'http://[::1]:4000' }, false],
])('with %j pages offer passkeys: %j', (given, expected) => {
	expect(readConfig(given).site.parts.includes('passkeys')).toBe(expected)
})

test('pages state the minimum password length from the settings', () => {
	expect(readConfig({ AUTH_PASSWORD_MIN_LENGTH: '12' }).site.texts['password-min-length']).toBe('12')
})

describe('page views', () => {
	test('are counted by the shop itself by default', () => {
		expect(readConfig({})).toMatchObject({ pageViews: { kind: 'own' } })
		expect(readConfig({}).site.parts).toContain('page-views-own')
		expect(readConfig({ PAGE_VIEWS: 'off' }).site.parts).toContain('page-views-off')
	})

	test('need the settings of the chosen service', () => {
		expect(configErrorsOf({ PAGE_VIEWS: 'google' })).toEqual([
			'GA_MEASUREMENT_ID: needed because PAGE_VIEWS is google',
			'GA_API_SECRET: needed because PAGE_VIEWS is google',
		])
		expect(configErrorsOf({ PAGE_VIEWS: 'umami' })).toEqual([
			'UMAMI_WEBSITE_ID: needed because PAGE_VIEWS is umami',
		])
		expect(readConfig({ PAGE_VIEWS: 'plausible', SITE_URL: 'http://shop.test' }).pageViews).toEqual({
			kind: 'plausible',
			url: 'https://plausible.io',
			domain: 'shop.test',
		})
	})

	test('are sent to Google only with consent, and pages name Google as the recipient', () => {
		const google = { PAGE_VIEWS: 'google', GA_MEASUREMENT_ID: 'G-ABC1', GA_API_SECRET: 's' }
		const { parts, texts } = readConfig(google).site
		expect(parts).toContain('page-views-consented')
		expect(texts['page-views-receiver']).toBe('Google Analytics')
	})

	test('cannot be sent to an unknown service', () => {
		expect(configErrorsOf({ PAGE_VIEWS: 'matomo' })).toEqual([
			'PAGE_VIEWS: must be own, plausible, umami, google or off',
		])
	})
})
