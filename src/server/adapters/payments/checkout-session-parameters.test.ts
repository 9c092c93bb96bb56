import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import {
	checkoutSessionParameters,
	statementSuffix,
} from '#server/adapters/payments/checkout-session-parameters.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import type { CodeField } from '#server/shop/payment-provider.ts'
import { deliveryConsent } from '#shared/delivery-consent.ts'

const request = {
	purchaseId: '5a3f7a52-6a5e-4c50-8d11-3f1f1e8d3c01',
	attempt: 1,
	userId: '5a3f7a52-6a5e-4c50-8d11-3f1f1e8d3c02',
	catalogueId: '2',
	codeField: 'as set' as const,
	linkCode: null,
	productName: 'CV Secrets No One Tells You',
	shortName: 'CV Secrets',
	lines: [
		{
			catalogueId: '2',
			providerProductId: 'prod_cv_secrets',
			productName: 'CV Secrets No One Tells You',
			description: 'A guide',
			picturePath: '/product-pictures/cv-secrets.jpg',
			taxCode: 'txcd_10503000',
			pricePence: 1499,
		},
	],
	currency: 'GBP' as const,
	customerEmail: 'ada@student.test',
	consentWording: 'I want my guide at once.',
	soldIn: 'uk' as const,
	soldBy: 'shop' as const,
	expiresAt: new Date('2030-01-01T12:00:00Z'),
}

test.each([
	['https://shop.example', false, ['https://shop.example/product-pictures/cv-secrets.jpg']],
	['http://localhost:3000', false, undefined],
	['http://localhost:3000', true, ['http://localhost:3000/product-pictures/cv-secrets.jpg']],
])('at %s (sandbox: %s), the pictures are %j', (siteUrl, isSandbox, pictures) => {
	const { line_items: items } = checkoutSessionParameters(request, {
		siteUrl,
		isSandbox,
		checkout: defaultMoneySettings,
	})
	expect(items?.[0]?.price_data?.product_data?.images).toEqual(pictures)
})

test('no email address is sent for an account without one, so that Stripe asks for it', () => {
	const options = { siteUrl: 'https://shop.example', isSandbox: false, checkout: defaultMoneySettings }
	expect(checkoutSessionParameters(request, options)).toHaveProperty('customer_email', request.customerEmail)
	expect(checkoutSessionParameters({ ...request, customerEmail: '' }, options)).not.toHaveProperty(
		'customer_email',
	)
})

test('the request, or else the setting, decides whether codes can be typed, and Stripe’s product is named only for codes limited to it', () => {
	const options = { siteUrl: 'https://shop.example', isSandbox: false, checkout: defaultMoneySettings }
	const read = (codeField: CodeField, attempt = 1, checkout = defaultMoneySettings) => {
		const { allow_promotion_codes, after_expiration, line_items } = checkoutSessionParameters(
			{ ...request, codeField, attempt },
			{ ...options, checkout },
		)
		expect(after_expiration?.recovery?.allow_promotion_codes).toBe(allow_promotion_codes === true)
		return [allow_promotion_codes, line_items?.[0]?.price_data?.product]
	}
	const allowing = { ...defaultMoneySettings, promotionCodes: true }
	expect(read('as set')).toEqual([undefined, undefined])
	expect(read('as set', 1, allowing)).toEqual([true, undefined])
	expect(read('hidden', 1, allowing)).toEqual([undefined, undefined])
	expect(read('shown')).toEqual([true, undefined])
	expect(read('shown for product')).toEqual([true, 'prod_cv_secrets'])
	// Stripe may have refused the product, so the second attempt makes the sale without it.
	expect(read('shown for product', 2)).toEqual([true, undefined])
})

test('a page that is opened with a code has no field for another', () => {
	const options = { siteUrl: 'https://shop.example', isSandbox: false, checkout: defaultMoneySettings }
	const read = (isByProduct: boolean, attempt = 1) =>
		checkoutSessionParameters(
			{ ...request, attempt, linkCode: { promotionCodeId: 'promo_1', isByProduct } },
			{ ...options, checkout: { ...defaultMoneySettings, promotionCodes: true } },
		)
	expect(read(false)).toMatchObject({ discounts: [{ promotion_code: 'promo_1' }] })
	expect(read(false)).not.toHaveProperty('allow_promotion_codes')
	expect(read(false).line_items?.[0]?.price_data).toHaveProperty('product_data')
	for (const attempt of [1, 2])
		expect(read(true, attempt).line_items?.[0]?.price_data).toHaveProperty('product', 'prod_cv_secrets')
})

test('a product name that a bank statement cannot print adds no suffix', () => {
	const options = { siteUrl: 'https://shop.example', isSandbox: false, checkout: defaultMoneySettings }
	const suffixOf = (shortName: string) =>
		checkoutSessionParameters({ ...request, shortName }, options).payment_intent_data
			?.statement_descriptor_suffix
	expect(suffixOf('履歴書')).toBeUndefined()
	expect(suffixOf('CV Secrets')).toBe('CV SECRETS')
})

test.each([
	['CV Secrets', 'CV SECRETS'],
	['Budget Planner', 'BUDGET'],
	['Entrepreneurship', 'ENTREPRENE'],
	['Café <Menu>', 'CAFE MENU'],
	["The 'Best' * Guide", 'THE BEST'],
	['2026', undefined],
	['履歴書', undefined],
	['', undefined],
])('the name %j is printed on bank statements as %j', (name, suffix) => {
	expect(statementSuffix(name)).toBe(suffix)
})

test('a statement descriptor suffix made from any product name keeps to Stripe’s rules', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (name) => {
			const suffix = statementSuffix(name)
			if (suffix !== undefined) expect(suffix).toMatch(/^(?=.*[A-Z])(?!.*[<>\\'"*])[ -~]{1,10}$/)
		}),
		{ numRuns: 2_000 },
	)
})

test('every product of the catalogue has a suffix for bank statements', () => {
	for (const { shortTitle } of catalogue) expect(statementSuffix(shortTitle), shortTitle).toBeDefined()
})

test.each([true, false])('says what the shop wants of tax, also when automatic tax is %s', (automaticTax) => {
	const { automatic_tax, line_items } = checkoutSessionParameters(
		{ ...request, lines: [...request.lines, ...request.lines] },
		{
			siteUrl: 'https://shop.example',
			isSandbox: false,
			checkout: { ...defaultMoneySettings, automaticTax },
		},
	)
	expect(automatic_tax).toEqual({ enabled: automaticTax })
	expect(line_items?.map(({ price_data }) => price_data?.tax_behavior)).toEqual(['inclusive', 'inclusive'])
})

test.each([1, 3])('the consent to the delivery of %s guides links the terms', (guides) => {
	const { custom_text } = checkoutSessionParameters(
		{ ...request, consentWording: deliveryConsent(guides) },
		{ siteUrl: 'https://shop.example', isSandbox: false, checkout: defaultMoneySettings },
	)
	const { message } = custom_text?.terms_of_service_acceptance || { message: '' }
	expect(message).toContain('I agree to the [terms](https://shop.example/terms). I want my guide')
	expect(message.replace('[terms](https://shop.example/terms)', 'terms')).toBe(deliveryConsent(guides))
})

test('what Stripe decides as the merchant of record is not sent, and the buyer agrees to the terms all the same', () => {
	const options = {
		siteUrl: 'https://shop.example',
		isSandbox: false,
		checkout: { ...defaultMoneySettings, automaticTax: true, invoices: true, taxIds: true },
	}
	const decided = ['adaptive_pricing', 'automatic_tax', 'invoice_creation', 'tax_id_collection']
	const own = checkoutSessionParameters({ ...request, soldIn: 'eu-by-stripe' }, options)
	expect(Object.keys(own)).toEqual(expect.arrayContaining(decided))
	expect(own.managed_payments).toBeUndefined()
	expect(own.custom_text?.submit).toMatchObject({
		message: expect.stringContaining('I live in the European Union'),
	})
	const managed = checkoutSessionParameters({ ...request, soldIn: 'eu-by-stripe', soldBy: 'stripe' }, options)
	expect(Object.keys(managed).filter((name) => decided.includes(name))).toEqual([])
	expect(managed).toMatchObject({
		managed_payments: { enabled: true },
		consent_collection: { terms_of_service: 'required' },
		payment_intent_data: { metadata: { purchase_id: request.purchaseId } },
	})
	expect(managed.payment_intent_data).not.toHaveProperty('statement_descriptor_suffix')
})
