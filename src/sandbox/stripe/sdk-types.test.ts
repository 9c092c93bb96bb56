import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { expandable } from '#sandbox/stripe/api/expand.ts'
import { operations } from '#sandbox/stripe/api/routes.ts'
import { testAccounts, testCards } from '#sandbox/stripe/payments/test-cards.ts'
import { createTestSandbox, guideParams, secretKey } from '#sandbox/testing/test-sandbox.ts'

// Holds the answers and events of the sandbox against the types of Stripe's SDK, as JSON: what is stored has these types too, but
// not what is added to an answer, and an enumeration of the SDK accepts any word.

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** The SDK's type of each kind of object. An event's depends on what happened. */
const types: Record<string, string> = {
	balance_transaction: 'BalanceTransaction',
	charge: 'Charge',
	'checkout.session': 'Checkout.Session',
	coupon: 'Coupon',
	dispute: 'Dispute',
	item: 'LineItem',
	payment_intent: 'PaymentIntent',
	payment_method: 'PaymentMethod',
	payout: 'Payout',
	price: 'Price',
	product: 'Product',
	promotion_code: 'PromotionCode',
	refund: 'Refund',
	webhook_endpoint: 'WebhookEndpoint',
	'radar.early_fraud_warning': 'Radar.EarlyFraudWarning',
}

const objectSchema = z.looseObject({ object: z.string() })
const listSchema = z.looseObject({ object: z.literal('list'), data: z.array(objectSchema) })
type StripeObject = z.infer<typeof objectSchema>

function typeOf({ object, type }: StripeObject): string {
	const known =
		object === 'event' ? `Extract<Stripe.Event, { type: ${JSON.stringify(type)} }>` : types[object]
	if (known === undefined) throw new Error(`an object that this test has no type for: ${object}`)
	return object === 'event' ? known : `Stripe.${known}`
}

/** Lets the sandbox go through everything that can happen to a payment, and returns each object that it answers or sends. */
async function everyAnswer(): Promise<StripeObject[]> {
	const sandbox = await createTestSandbox()
	onTestFinished(() => sandbox.stop())
	const answers: StripeObject[] = []
	const asked = new Set<string>()
	async function ask(
		method: string,
		path: string,
		fields: Record<string, string> = {},
	): Promise<StripeObject> {
		const form = new URLSearchParams(fields)
		const response = await fetch(
			`${sandbox.origin}/v1${path}${method === 'GET' && form.size > 0 ? `?${form}` : ''}`,
			{
				method,
				headers: { authorization: `Bearer ${secretKey}` },
				...(method === 'GET' ? {} : { body: form }),
			},
		)
		const body: unknown = await response.json()
		expect(response.status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(200)
		const answer = objectSchema.parse(body)
		const served = operations.find(
			(each) =>
				each.method === method && new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
		)
		if (served !== undefined) asked.add(served.name)
		const list = listSchema.safeParse(answer)
		answers.push(...(list.success ? list.data.data : [answer]))
		return answer
	}
	const list = async (path: string, fields: Record<string, string> = {}) => {
		await ask('GET', path, { limit: '100', ...fields })
	}
	const press = async (path: string, fields: object = {}) => {
		expect((await sandbox.send('POST', `/stripe/${path}`, fields)).status, path).toBe(200)
	}
	await sandbox.switches({ settleAfterSeconds: 60, refundAfterSeconds: 60 })

	const { id: product } = await ask('POST', '/products', { name: 'CV Secrets', tax_code: 'txcd_10302000' })
	await ask('POST', `/products/${product}`, { description: 'A guide' })
	const price = { currency: 'gbp', product: String(product), unit_amount: '1499' }
	const { id: ofProduct } = await ask('POST', '/prices', { ...price, tax_behavior: 'inclusive' })
	const { id: coupon } = await ask('POST', '/coupons', {
		percent_off: '12.5',
		duration: 'once',
		name: 'Autumn',
	})
	await ask('POST', '/coupons', {
		amount_off: '300',
		currency: 'gbp',
		'applies_to[products][0]': String(product),
	})
	const code = { 'promotion[type]': 'coupon', 'promotion[coupon]': String(coupon), code: 'AUTUMN' }
	const { id: promotion } = await ask('POST', '/promotion_codes', code)

	const { id: endpoint } = (await sandbox.stripe.webhookEndpoints.list()).data[0] ?? {}
	await ask('GET', `/webhook_endpoints/${endpoint}`)
	await list('/webhook_endpoints')
	await ask('POST', `/webhook_endpoints/${endpoint}`, { 'enabled_events[0]': '*' })

	const variants = [
		{},
		{ automatic_tax: { enabled: true }, billing_address_collection: 'required' },
		{ managed_payments: { enabled: true } },
		{ discounts: [{ promotion_code: String(promotion) }] },
		{ allow_promotion_codes: true, invoice_creation: { enabled: true } },
		{ after_expiration: { recovery: { enabled: true, allow_promotion_codes: true } } },
	] as const
	const begin = async (variant: object = {}) =>
		(await sandbox.stripe.checkout.sessions.create({ ...guideParams(), ...variant })).id
	const buy = async (card: string, variant: object = {}) => {
		const id = await begin(variant)
		await sandbox.pay(id, { card, challenge: 'complete' })
		return id
	}
	for (const variant of variants) await buy('success', variant)
	const sales = new Map<string, string>()
	for (const { alias } of [...testCards, ...testAccounts]) sales.set(alias, await buy(alias))
	sandbox.advance(61)
	const ended = await begin(variants[5])
	await ask('POST', `/checkout/sessions/${ended}/expire`)
	await sandbox.pay(await begin(), { card: '3ds', challenge: 'fail' })

	const intentOf = async (id: string | undefined) =>
		String((await sandbox.stripe.checkout.sessions.retrieve(id ?? '')).payment_intent)
	for (const [card, step] of [
		['success', undefined],
		['bank', undefined],
		['refund_fails', undefined],
		['refund_pending', 'cancel'],
		['german', 'fail'],
	] as const) {
		const { id } = await ask('POST', '/refunds', { payment_intent: await intentOf(sales.get(card)) })
		if (step === 'cancel') await press(`refunds/${id}/require-action`)
		if (step !== undefined) await press(`refunds/${id}/${step}`)
	}
	sandbox.advance(61)

	for (const [status, appealed] of [
		['won', false],
		['lost', true],
	] as const) {
		const intent = await intentOf(await buyAndDispute())
		const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent })).data
		await ask('POST', `/disputes/${dispute?.id}`, { 'evidence[uncategorized_text]': 'It was read.' })
		await press(`disputes/${dispute?.id}/close`, { status })
		if (appealed) await press(`disputes/${dispute?.id}/appeal`)
	}
	async function buyAndDispute(): Promise<string> {
		const id = await buy('success')
		await press(`checkout-sessions/${id}/dispute`)
		return id
	}
	const [open] = (
		await sandbox.stripe.disputes.list({ payment_intent: await intentOf(sales.get('dispute')) })
	).data
	await ask('POST', `/disputes/${open?.id}/close`)
	for (const step of ['advance', 'fail', 'cancel']) {
		await press('payouts')
		const [payout] = (await sandbox.stripe.payouts.list({ limit: 1 })).data
		await press(`payouts/${payout?.id}/${step}`)
		if (step === 'advance') for (const _ of [1, 2]) await press(`payouts/${payout?.id}/advance`)
		await buy('success')
	}

	for (const path of [
		...[
			'/checkout/sessions',
			'/payment_intents',
			'/charges',
			'/refunds',
			'/disputes',
			'/balance_transactions',
		],
		...['/payouts', '/products', '/prices', '/coupons', '/promotion_codes'],
	]) {
		const { data } = listSchema.parse(await ask('GET', path, { limit: '100' }))
		expect(data, path).not.toEqual([])
		for (const { id, object, payment_method: method } of data.slice(0, 40)) {
			const fields = Object.keys(expandable[object] ?? {}).map((field, index) => [`expand[${index}]`, field])
			await ask('GET', `${path}/${id}`, Object.fromEntries(fields))
			if (object === 'checkout.session') await list(`${path}/${id}/line_items`)
			if (object === 'charge') await ask('GET', `/payment_methods/${method}`)
		}
	}
	for (let last: unknown; ; ) {
		const from = last === undefined ? {} : { starting_after: String(last) }
		const { data } = listSchema.parse(await ask('GET', '/events', { limit: '100', ...from }))
		if (data.length === 0) break
		last = data.at(-1)?.id
		await ask('GET', `/events/${last}`)
	}
	await ask('POST', `/coupons/${coupon}`, { name: 'Winter' })
	await ask('POST', `/promotion_codes/${promotion}`, { active: 'false' })
	await ask('GET', `/prices/${ofProduct}`)
	const made = ['checkout.sessions.create']
	expect(
		operations.map(({ name }) => name).filter((name) => !asked.has(name) && !made.includes(name)),
	).toEqual([])
	return answers
}

/** Returns what the compiler finds wrong with the answers, with the SDK's enumerations closed and its decimals as in JSON. */
async function faultsOf(answers: readonly StripeObject[]): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-sdk-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	const sdk = join(folder, 'node_modules/stripe')
	await cp(join(packages, 'stripe'), sdk, {
		recursive: true,
		filter: (path) => !/\.(js|map)$|\/cjs$/.test(path),
	})
	const shared = join(sdk, 'esm/shared.d.ts')
	const declared = await readFile(shared, 'utf8')
	const closed = declared
		.replace(/export type OtherString = .*/, 'export type OtherString = never;')
		.replace(/export \{ Decimal \}.*/, 'export type Decimal = string;')
	expect(closed).not.toBe(declared)
	await writeFile(shared, closed)
	const lines = answers.map(
		(answer, index) => `export const answer${index} = ${JSON.stringify(answer)} satisfies ${typeOf(answer)}`,
	)
	await writeFile(join(folder, 'answers.mts'), ["import type Stripe from 'stripe'", ...lines].join('\n'))
	const settings = {
		compilerOptions: {
			strict: true,
			exactOptionalPropertyTypes: true,
			noEmit: true,
			skipLibCheck: true,
			module: 'nodenext',
			target: 'esnext',
			types: ['node'],
			typeRoots: [join(packages, '@types')],
		},
		files: ['answers.mts'],
	}
	await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
	const compiler = [join(packages, 'typescript/bin/tsc'), '--project', folder, '--pretty', 'false']
	return await promisify(execFile)(process.execPath, compiler, { maxBuffer: 2 ** 26 }).then(
		() => '',
		(error: { stdout: string }) => error.stdout,
	)
}

test('every answer and event of the sandbox has the shape and the words that the SDK declares', async () => {
	expect(await faultsOf(await everyAnswer())).toBe('')
})
