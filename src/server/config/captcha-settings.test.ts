import { expect, test } from 'vitest'
import { configErrorsOf } from '#test/config-errors.ts'
import { readConfig } from './config.ts'

const keys = { AUTH_CAPTCHA_SITE_KEY: 'site', AUTH_CAPTCHA_SECRET: 's3cret' }

test('there is no captcha by default, and a configured one is built into the pages', () => {
	const partsOf = (settings: Record<string, string>) =>
		readConfig(settings).site.parts.filter((part) => part.includes('captcha'))
	expect(readConfig({}).captcha).toBeUndefined()
	expect(partsOf({})).toEqual([])
	expect(readConfig({ AUTH_CAPTCHA: 'proof-of-work' }).captcha).toEqual({ kind: 'proof-of-work' })
	expect(partsOf({ AUTH_CAPTCHA: 'proof-of-work' })).toEqual(['captcha-work'])
	const { site } = readConfig({ AUTH_CAPTCHA: 'turnstile', ...keys })
	expect(site.parts).toContain('captcha-widget')
	expect(site.texts['captcha-company']).toBe('Cloudflare (Turnstile)')
})

test.each([
	['turnstile', 'https://challenges.cloudflare.com/'],
	['hcaptcha', 'https://api.hcaptcha.com/'],
])('calls %s if its keys are set, and the sandbox otherwise', (kind, address) => {
	const settings = { AUTH_CAPTCHA: kind, SITE_URL: 'http://localhost:3000', AUTH_CAPTCHA_HOSTS: 'app.test' }
	expect(readConfig({ ...settings, ...keys }).captcha).toMatchObject({
		kind,
		siteKey: 'site',
		secret: 's3cret',
		hosts: ['localhost', 'app.test'],
		verifyUrl: expect.stringMatching(new RegExp(`^${address}`)),
	})
	expect(readConfig(settings).captcha).toMatchObject({
		kind,
		verifyUrl: expect.stringContaining('127.0.0.1'),
	})
})

test('rejects an unknown service, one key without the other, and a public site without keys', () => {
	const missing = 'AUTH_CAPTCHA_SITE_KEY and AUTH_CAPTCHA_SECRET: AUTH_CAPTCHA=hcaptcha needs both'
	expect(configErrorsOf({ AUTH_CAPTCHA: 'recaptcha' })).toEqual([
		'AUTH_CAPTCHA: must be proof-of-work, turnstile, hcaptcha',
	])
	expect(configErrorsOf({ AUTH_CAPTCHA: 'hcaptcha', AUTH_CAPTCHA_SECRET: 's3cret' })).toEqual([missing])
	const isPublic = { SITE_URL: 'https://shop.example', AUTH_CAPTCHA: 'hcaptcha' }
	expect(configErrorsOf(isPublic)).toContain(missing)
	expect(configErrorsOf({ ...isPublic, ...keys })).not.toContain(missing)
})
