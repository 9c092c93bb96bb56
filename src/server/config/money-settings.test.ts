import { expect, test } from 'vitest'
import { live } from '#test/live-settings.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './settings.ts'

test('by default the checkout accepts no promotion codes, calculates no tax and shows no VAT number', () => {
	expect(readConfig({}).money).toEqual({
		promotionCodes: false,
		automaticTax: false,
		invoices: false,
		taxIds: false,
		callsPerSecond: 20,
		refundUpTo: 50,
		vatNumber: undefined,
	})
})

test('reads every setting', () => {
	const { money } = readConfig({
		STRIPE_PROMOTION_CODES: 'true',
		STRIPE_AUTOMATIC_TAX: 'true',
		STRIPE_INVOICES: 'true',
		STRIPE_TAX_IDS: 'true',
		STRIPE_CALLS_PER_SECOND: '5',
		REFUND_UNOPENED_UP_TO: '0',
		TRADER_VAT_NUMBER: 'GB123456789',
	})
	expect(money).toEqual({
		promotionCodes: true,
		automaticTax: true,
		invoices: true,
		taxIds: true,
		callsPerSecond: 5,
		refundUpTo: 0,
		vatNumber: 'GB123456789',
	})
})

test.each([
	{ STRIPE_PROMOTION_CODES: 'yes' },
	{ STRIPE_AUTOMATIC_TAX: '1' },
	{ STRIPE_INVOICES: 'yes' },
	{ STRIPE_TAX_IDS: 'yes' },
	{ STRIPE_CALLS_PER_SECOND: '0' },
	{ STRIPE_CALLS_PER_SECOND: '101' },
	{ STRIPE_CALLS_PER_SECOND: '2.5' },
	{ REFUND_UNOPENED_UP_TO: '-1' },
	{ TRADER_VAT_NUMBER: '123456789' },
])('rejects %j', (given) => {
	expect(() => readConfig(given)).toThrow(ConfigError)
})

const rehearsal = {
	...live,
	STAGE: 'rehearsal',
	REHEARSAL_PASSWORD: 'four quiet harbours',
	REHEARSAL_MAIL_TO: 'a@shop.example',
}

test.each([
	['the live shop', live, 'sk_test_x', true],
	['the live shop', live, 'rk_test_x', true],
	['the live shop', live, 'sk_live_x', false],
	['the live shop', live, 'rk_live_x', false],
	['a rehearsal', rehearsal, 'sk_test_x', false],
	['a local run', { ...live, SITE_URL: 'http://localhost:3000' }, 'sk_test_x', false],
])('the start of %s says if its key moves no money', (_what, settings, key, says) => {
	const { notices } = readConfig({ ...settings, STRIPE_SECRET_KEY: key })
	expect(notices.some((notice) => notice.says.includes('no real money comes in'))).toBe(says)
})
