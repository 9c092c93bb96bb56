import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './settings.ts'

const sid = (prefix: string) => prefix + '0'.repeat(32)
const account = { TWILIO_ACCOUNT_SID: sid('AC'), TWILIO_AUTH_TOKEN: 'a-secret' }

function errorsOf(environment: Record<string, string>): readonly string[] {
	try {
		readConfig(environment)
		return []
	} catch (error) {
		if (error instanceof ConfigError) return error.errors
		throw error
	}
}

test('nobody can sign in by phone without a gateway, and the settings of every gateway are read', () => {
	const off = readConfig({ SMS_COUNTRIES: 'GB' })
	expect(off.phone).toBeUndefined()
	expect(off.site.parts).not.toContain('phone-sign-in')

	const twilio = readConfig({
		SMS_GATEWAY: 'twilio',
		...account,
		TWILIO_FROM: 'Headstart',
		SMS_COUNTRIES: 'ie,fr',
	})
	expect(twilio.phone).toMatchObject({
		gateway: { kind: 'twilio', apiUrl: 'https://api.twilio.com', from: 'Headstart', whatsappFrom: undefined },
		isSandbox: false,
		countries: ['IE', 'FR'],
		budgetPencePerDay: 1_000,
		textsPerCountry: 200,
		onlyTo: undefined,
	})
	expect(twilio.site.parts).toContain('phone-sign-in')
	expect(twilio.site.parts).not.toContain('uk-numbers')
	expect(
		readConfig({ SMS_GATEWAY: 'twilio-verify', ...account, TWILIO_VERIFY_SERVICE: sid('VA') }).phone,
	).toMatchObject({ gateway: { kind: 'twilio-verify', serviceSid: sid('VA') }, countries: ['GB'] })
	expect(
		readConfig({
			SMS_GATEWAY: 'http',
			SMS_HTTP_GATEWAY: '{"url":"https://sms.example/send","body":"t={text}"}',
		}).phone,
	).toMatchObject({
		gateway: { kind: 'http', method: 'POST', headers: {}, body: 't={text}', channels: ['sms'] },
	})
	const { phone } = readConfig({ SMS_GATEWAY: 'sandbox', SMS_PRICES: 'GB=4.5,*=10' })
	expect(phone).toMatchObject({ isSandbox: true, gateway: { apiUrl: 'http://127.0.0.1:3001/twilio' } })
	expect(phone?.prices).toEqual(
		new Map([
			['GB', 4.5],
			['*', 10],
		]),
	)
})

test('a rehearsal sends text messages only to the listed numbers, and by default to nobody', () => {
	const rehearsal = {
		SITE_URL: 'https://try.guides.example',
		STAGE: 'rehearsal',
		REHEARSAL_PASSWORD: 'long-enough-1',
		REHEARSAL_MAIL_TO: 'a@guides.example',
	}
	const gateway = { SMS_GATEWAY: 'twilio', ...account, TWILIO_FROM: '+447700900000' }
	expect(readConfig({ ...rehearsal, ...gateway }).phone?.onlyTo).toEqual([])
	expect(readConfig({ ...rehearsal, ...gateway, REHEARSAL_SMS_TO: '+44 7700 900123' }).phone?.onlyTo).toEqual(
		['447700900123'],
	)
	expect(readConfig({ ...rehearsal, SMS_GATEWAY: 'sandbox' }).phone?.onlyTo).toBeUndefined()
})

test.each<[string, Record<string, string>, string]>([
	['an unknown gateway', { SMS_GATEWAY: 'pigeon' }, 'SMS_GATEWAY: must be one of'],
	['Twilio without its token', { SMS_GATEWAY: 'twilio', TWILIO_FROM: 'X' }, 'TWILIO_AUTH_TOKEN: needed'],
	[
		'Verify without its service',
		{ SMS_GATEWAY: 'twilio-verify', ...account },
		'TWILIO_VERIFY_SERVICE: needed',
	],
	['an HTTP gateway without its request', { SMS_GATEWAY: 'http' }, 'SMS_HTTP_GATEWAY: needed'],
	['a request without TLS', { SMS_HTTP_GATEWAY: '{"url":"http://sms.example"}' }, 'url that is not https'],
	[
		'a request with a misspelt part',
		{ SMS_HTTP_GATEWAY: '{"url":"https://a.example","header":{}}' },
		'must be a JSON',
	],
	['an invalid sender', { TWILIO_FROM: 'much too long a name' }, 'TWILIO_FROM: must be'],
	['an invalid country', { SMS_COUNTRIES: 'GB,Ireland' }, 'SMS_COUNTRIES: must be'],
	['no country', { SMS_COUNTRIES: ',' }, 'SMS_COUNTRIES: must be'],
	['an invalid price', { SMS_PRICES: 'GB=cheap' }, 'SMS_PRICES: must be'],
	['an invalid phone number', { REHEARSAL_SMS_TO: '07700' }, 'REHEARSAL_SMS_TO: must be'],
])('%s prevents the server from starting', (_what, settings, says) => {
	expect(errorsOf(settings).join('\n')).toContain(says)
	expect(errorsOf(settings).join('\n')).not.toContain('a-secret')
})

test('a live site rejects the sandbox as its gateway', () => {
	expect(errorsOf({ SITE_URL: 'https://guides.example', SMS_GATEWAY: 'sandbox' })).toContain(
		'SMS_GATEWAY: a live site needs a gateway that reaches phones',
	)
})
