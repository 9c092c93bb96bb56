import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#sandbox/stripe/api/routes.ts'
import { createTestSandbox, guideParams, stripeAt, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

const create = 'checkout.sessions.create'
const list = () => sandbox.stripe.checkout.sessions.list({ limit: 1 })

describe('the rate limit', () => {
	test('is 25 calls a second by default', async () => {
		await sandbox.send('DELETE', '/stripe/switches')
		expect(await (await sandbox.send('GET', '/stripe/switches')).json()).toMatchObject({ callsPerSecond: 25 })
	})

	test('rejects the calls above the limit, and accepts calls again a second later', async () => {
		// The clock is stopped, so that both calls happen within one second on any machine.
		await sandbox.switches({ callsPerSecond: 2 })
		sandbox.stopClock()
		await list()
		sandbox.advance(0.6)
		await list()
		await expect(list()).rejects.toMatchObject({
			type: 'StripeRateLimitError',
			statusCode: 429,
			code: 'rate_limit',
			headers: { 'stripe-rate-limited-reason': 'global-rate' },
		})
		sandbox.advance(0.6)
		await list()
		await expect(list()).rejects.toMatchObject({ statusCode: 429 })
	})

	test('a rejected call does not use up its idempotency key', async () => {
		await sandbox.switches({ callsPerSecond: 1 })
		sandbox.stopClock()
		await list()
		const options = { idempotencyKey: 'limited' }
		await expect(sandbox.stripe.checkout.sessions.create(guideParams(), options)).rejects.toMatchObject({
			statusCode: 429,
		})
		sandbox.advance(2)
		expect((await sandbox.stripe.checkout.sessions.create(guideParams(), options)).status).toBe('open')
	})
})

test('a second call with the idempotency key of a call in progress is a 409', async () => {
	await sandbox.switches({ operations: [{ operation: create, fault: 'delay', ms: 1_000 }] })
	const open = () => sandbox.stripe.checkout.sessions.create(guideParams(), { idempotencyKey: 'raced' })
	const raced = await Promise.allSettled([open(), open()])
	const [first] = raced.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : []))
	expect(raced.filter(({ status }) => status === 'rejected')).toMatchObject([
		{ reason: { statusCode: 409, rawType: 'idempotency_error', code: 'idempotency_key_in_use' } },
	])
	expect((await open()).id).toBe(first)
})

test('a lock timeout is a 429 that recommends a retry', async () => {
	await sandbox.switches({ operations: [{ operation: create, fault: 'answer-lock-timeout' }] })
	await expect(sandbox.stripe.checkout.sessions.create(guideParams())).rejects.toMatchObject({
		statusCode: 429,
		code: 'lock_timeout',
		headers: { 'stripe-should-retry': 'true' },
	})
})

test('a fault can set the retry headers of its answer', async () => {
	const fault = { operation: create, fault: 'answer-429', retryAfterSeconds: 3, shouldRetry: false }
	await sandbox.switches({ operations: [fault] })
	await expect(sandbox.stripe.checkout.sessions.create(guideParams())).rejects.toMatchObject({
		headers: { 'retry-after': '3', 'stripe-should-retry': 'false' },
	})
})

describe('a restricted key', () => {
	const key = 'rk_test_of_this_test_0123'
	const restricted = () => stripeAt(Number(new URL(sandbox.origin).port), key)
	const allow = (...permissions: string[]) => sandbox.switches({ restrictedKeys: { [key]: permissions } })

	test('is unknown until it is configured', async () => {
		await expect(restricted().checkout.sessions.list()).rejects.toMatchObject({ statusCode: 401 })
	})

	test('may do what it has permission for, and a refusal names the missing permission', async () => {
		await allow('checkout_session_read')
		await expect(restricted().checkout.sessions.list()).resolves.toBeDefined()
		await expect(restricted().checkout.sessions.create(guideParams())).rejects.toMatchObject({
			type: 'StripePermissionError',
			statusCode: 403,
			code: 'more_permissions_required',
			message: expect.stringContaining(
				"Having the 'rak_checkout_session_write' permission would allow this request to continue.",
			),
		})
		await expect(restricted().disputes.list()).rejects.toMatchObject({
			message: expect.stringMatching(/^(?!.*of_this_test).*'rak_dispute_read'/),
		})
	})

	test('with a write permission may also read, and has every implied permission', async () => {
		await allow('checkout_session_write')
		await expect(restricted().checkout.sessions.list()).resolves.toBeDefined()
		await expect(restricted().paymentIntents.list()).resolves.toBeDefined()
		await expect(restricted().charges.list()).rejects.toMatchObject({
			message: expect.stringContaining("'rak_charge_read'"),
		})
	})

	test('can make refunds only with the write permission for charges', async () => {
		await allow('charge_read')
		await expect(restricted().refunds.list()).resolves.toBeDefined()
		await expect(restricted().refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
			message: expect.stringContaining("'rak_charge_write'"),
		})
	})

	test('needs the permission to read an object in order to expand it', async () => {
		await sandbox.stripe.products.create({ id: 'prod_of_test', name: 'Guide' })
		await allow('product_read')
		await expect(restricted().products.retrieve('prod_of_test')).resolves.toBeDefined()
		await expect(
			restricted().products.retrieve('prod_of_test', { expand: ['default_price'] }),
		).rejects.toMatchObject({ message: expect.stringContaining("'rak_plan_read'") })
	})

	test.each(operations.map(({ name, method }) => [name, method] as const))(
		'without permissions cannot call %s, and the error names the missing one',
		async (name, method) => {
			await allow()
			const operation = operations.find((each) => each.name === name)
			const path = `/v1${operation?.path.replaceAll(':id', 'x')}`
			const answer = await fetch(`${sandbox.origin}${path}`, {
				method,
				headers: { authorization: `Bearer ${key}` },
			})
			expect(answer.status).toBe(403)
			expect(await answer.text()).toMatch(
				method === 'GET' ? /'rak_[a-z_]+_read' permission/ : /'rak_[a-z_]+_write' permission/,
			)
		},
	)
})
