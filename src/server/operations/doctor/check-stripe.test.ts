import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import type { CheckoutSettings } from '#server/adapters/payments/checkout-session-parameters.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { neededPermissions } from '#server/adapters/payments/stripe-permissions.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import { type AskStripe, createAskStripe } from '#server/operations/doctor/check-permissions.ts'
import { checkStripe } from '#server/operations/doctor/check-stripe.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { openCheckout, pay, planner, setSwitches } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const key = 'rk_test_of_the_doctor_0123'
const all = neededPermissions.map(({ name }) => name.replace(/^rak_/, ''))

const world = await useWorld({ sandbox: true })
const ask = createAskStripe(
	{ secretKey: key, webhookSecret: '', host: { name: '127.0.0.1', port: port() } },
	20,
)
beforeEach(async () => {
	await setSwitches(world, { webhookApiVersion: null, restrictedKeys: { [key]: all } })
})

function port(): number {
	return Number(new URL(world.sandboxUrl).port)
}

async function examine(
	checkout: Partial<CheckoutSettings> = {},
	askStripe: AskStripe = ask,
): Promise<Finding[]> {
	const { url: siteUrl } = world
	return await checkStripe({
		ask: askStripe,
		secretKey: key,
		siteUrl,
		isPublic: false,
		isSandbox: true,
		checkout: { ...defaultMoneySettings, ...checkout },
		catalogue,
	})
}

const notWell = (findings: readonly Finding[]) => findings.filter(({ level }) => level !== 'ok')

test.each([
	['checkout.sessions.list', 1_000],
	['checkout.sessions.create', 1_000],
])(
	'an outage during %s is reported as an outage, and neither the key nor the account is blamed',
	async (operation, next) => {
		await setSwitches(world, { operations: [{ operation, fault: 'answer-500', next }] })
		onTestFinished(() => setSwitches(world, { operations: [] }))
		expect(notWell(await examine())).toEqual([
			expect.objectContaining({
				says: expect.stringMatching(/^does not answer: /),
				todo: expect.stringContaining('status.stripe.com'),
			}),
		])
	},
)

describe('a restricted key', () => {
	test('with the permissions that docs/operating.md names passes every check', async () => {
		const findings = await examine()
		expect(notWell(findings)).toEqual([])
		expect(findings.map(({ says }) => says)).toContain('gives our key every permission it needs')
	})

	test.each(neededPermissions)(
		'without $inDashboard is reported to lack exactly that permission, and the one that includes it',
		async ({ name }) => {
			const withoutIt = [name, name.replace(/_read$/, '_write')]
			await setSwitches(world, {
				restrictedKeys: { [key]: all.filter((each) => !withoutIt.includes(`rak_${each}`)) },
			})
			expect(notWell(await examine())).toEqual(
				neededPermissions
					.filter((permission) => withoutIt.includes(permission.name))
					.map(({ inDashboard, sells }) =>
						expect.objectContaining({
							level: sells ? 'error' : 'warning',
							says: expect.stringContaining(`${inDashboard} is missing`),
							todo: expect.stringContaining(inDashboard),
						}),
					),
			)
		},
	)

	test('without any permission is reported to lack each one', async () => {
		await setSwitches(world, { restrictedKeys: { [key]: [] } })
		const messages = notWell(await examine()).map(({ says }) => says)
		// One more message than there are needed permissions: the check of the prices also reports that the permission to read
		// products is missing. Three of the needed permissions include it, but this key has none of them.
		expect(messages).toContainEqual(expect.stringContaining('rak_product_read'))
		expect(messages).toHaveLength(neededPermissions.length + 1)
		for (const { inDashboard } of neededPermissions)
			expect(messages).toContainEqual(expect.stringContaining(inDashboard))
	})

	test('with only the permissions for selling can sell, deliver, refund and read the provider’s records', async () => {
		const needed = neededPermissions.filter(({ sells }) => sells)
		await setSwitches(world, {
			restrictedKeys: { [key]: needed.map(({ name }) => name.replace(/^rak_/, '')) },
		})
		const payments = createStripePayments({
			secretKey: key,
			webhookSecret: world.keys.sandboxWebhookSecret,
			host: { name: '127.0.0.1', port: port() },
			siteUrl: world.url,
			checkout: defaultMoneySettings,
			callsPerSecond: 100,
			clock: world.clock,
		})
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, planner)
		await pay(world, checkoutSessionId)
		const intent = (await payments.getCheckout(checkoutSessionId))?.paymentIntentId ?? ''
		expect(await payments.getPayment(intent)).toBeDefined()
		expect(await payments.refund(intent, 'purchase')).toMatchObject({ kind: 'refunded' })
		await payments.expireCheckout(await openCheckout(await signedInClient(world), planner))
		for (const list of [
			payments.listCheckouts,
			payments.listPayments,
			payments.listRefunds,
			payments.listDisputes,
		])
			for await (const each of list(new Date(0))) expect(each).toBeDefined()
	})

	test('is checked completely even if the account allows few calls a second', async () => {
		await setSwitches(world, { callsPerSecond: 10 })
		try {
			expect(notWell(await examine())).toEqual([])
		} finally {
			await setSwitches(world, { callsPerSecond: 1_000_000 })
		}
	})

	test('needs the permissions named in docs/operating.md, and no others', async () => {
		const page = await readFile(
			fileURLToPath(new URL('../../../../docs/operating.md', import.meta.url)),
			'utf8',
		)
		const [, list = ''] = /A restricted key needs(.*?)\n {3}-/s.exec(page) ?? []
		const named = [...list.matchAll(/\*([^*]+: (?:Read|Write))\*/g)].map(([, name]) =>
			name?.replace(/\s+/g, ' '),
		)
		expect(named.sort()).toEqual(neededPermissions.map(({ inDashboard }) => inDashboard).sort())
	})
})

describe('the version of the webhook’s events', () => {
	test('is reported as an error, with advice, if the shop does not read that version', async () => {
		await setSwitches(world, { webhookApiVersion: '2024-06-20' })
		expect(notWell(await examine())).toEqual([
			expect.objectContaining({
				level: 'error',
				says: expect.stringContaining('2024-06-20'),
				todo: expect.stringContaining(Stripe.API_VERSION),
			}),
		])
	})

	test('is fine if the shop reads that version', async () => {
		expect((await examine()).map(({ says }) => says)).toContain(
			`sends our webhook events of version ${Stripe.API_VERSION}`,
		)
	})
})

describe('the tax of a trial checkout', () => {
	test.each([true, false])('is what STRIPE_AUTOMATIC_TAX says (%s)', async (automaticTax) => {
		for (const taxByDefault of [false, true]) {
			await setSwitches(world, { taxByDefault })
			onTestFinished(() => setSwitches(world, { taxByDefault: false }))
			const findings = await examine({ automaticTax })
			expect(notWell(findings)).toEqual([])
			expect(findings.map(({ says }) => says)).toContain(
				automaticTax
					? 'calculates the VAT that our prices include'
					: 'calculates no VAT, as STRIPE_AUTOMATIC_TAX says',
			)
		}
	})

	test.each([
		[false, { automatic_tax: { enabled: true } }, 'calculates VAT, although STRIPE_AUTOMATIC_TAX is off'],
		[true, { automatic_tax: { enabled: false } }, 'calculates no VAT, although STRIPE_AUTOMATIC_TAX is on'],
		[false, { amount_total: 120 }, 'adds tax to our prices'],
		[true, { line_items: { data: [{ price: { tax_behavior: 'exclusive' } }] } }, 'adds tax to our prices'],
	])(
		'is reported if Stripe answers something else than %s asks for (%j)',
		async (automaticTax, answer, says) => {
			const answering: AskStripe = async (call) => {
				const value = await ask(call)
				const isTrial = z.object({ object: z.literal('checkout.session'), status: z.literal('open') })
				return isTrial.safeParse(value).success ? Object.assign({}, value, answer) : value
			}
			expect(notWell(await examine({ automaticTax }, answering))).toEqual([
				expect.objectContaining({ level: 'error', says: expect.stringContaining(says) }),
			])
		},
	)
})
