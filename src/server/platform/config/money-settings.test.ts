import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/settings.ts'

test('by default the checkout accepts no promotion codes, calculates no tax and shows no VAT number', () => {
	expect(readConfig({}).money).toEqual({
		promotionCodes: false,
		automaticTax: false,
		invoices: false,
		taxIds: false,
		callsPerSecond: 20,
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
		TRADER_VAT_NUMBER: 'GB123456789',
	})
	expect(money).toEqual({
		promotionCodes: true,
		automaticTax: true,
		invoices: true,
		taxIds: true,
		callsPerSecond: 5,
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
	{ TRADER_VAT_NUMBER: '123456789' },
])('rejects %j', (given) => {
	expect(() => readConfig(given)).toThrow(ConfigError)
})
