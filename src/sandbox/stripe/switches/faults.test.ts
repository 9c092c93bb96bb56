import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

const create = 'checkout.sessions.create'

function fault(fault: string, more: object = {}): Promise<Response> {
	return sandbox.switches({ operations: [{ operation: create, fault, ...more }] })
}

function open(idempotencyKey?: string) {
	return sandbox.stripe.checkout.sessions.create(
		guideParams(),
		idempotencyKey === undefined ? {} : { idempotencyKey },
	)
}

async function sessionCount(): Promise<number> {
	return (await sandbox.stripe.checkout.sessions.list({ limit: 100 })).data.length
}

test('if the connection is cut after a call, repeating the call with the same key returns its Checkout Session', async () => {
	// Two cuts make the call fail, because the SDK repeats the call once by itself.
	await fault('cut-after', { next: 2 })
	await expect(open('cut')).rejects.toMatchObject({ type: 'StripeConnectionError' })
	expect(await sessionCount()).toBe(1)
	const checkoutSession = await open('cut')
	expect(await sessionCount()).toBe(1)
	expect(checkoutSession.lastResponse.headers['idempotent-replayed']).toBe('true')
})

test('if the connection is cut before the call is processed, nothing is created', async () => {
	await fault('cut-before', { next: 2 })
	await expect(open('cut')).rejects.toMatchObject({ type: 'StripeConnectionError' })
	expect(await sessionCount()).toBe(0)
	await expect(open('cut')).resolves.toMatchObject({ status: 'open' })
})

test('a 500 is saved under its idempotency key, and another key works', async () => {
	await fault('answer-500')
	await expect(open('broken')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
	await expect(open('broken')).rejects.toMatchObject({ statusCode: 500 })
	expect(await sessionCount()).toBe(0)
	await expect(open('whole')).resolves.toMatchObject({ status: 'open' })
})

test('a 429 is not saved under its idempotency key', async () => {
	await fault('answer-429')
	await expect(open('busy')).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
	await expect(open('busy')).resolves.toMatchObject({ status: 'open' })
})

test('the SDK reports an unreadable answer as an error, although the Checkout Session exists', async () => {
	await fault('answer-nonsense')
	await expect(open('nonsense')).rejects.toMatchObject({
		type: 'StripeAPIError',
		message: expect.stringContaining('Invalid JSON'),
	})
	expect(await sessionCount()).toBe(1)
})

test("a call that hangs outlasts the caller's timeout and does nothing", async () => {
	await fault('hang', { ms: 600_000 })
	await expect(
		sandbox.stripe.checkout.sessions.create(guideParams(), { timeout: 300 }),
	).rejects.toMatchObject({ type: 'StripeConnectionError' })
	expect(await sessionCount()).toBe(0)
})

test('a delayed call is answered late', async () => {
	await fault('delay', { ms: 400 })
	const began = performance.now()
	await expect(open()).resolves.toMatchObject({ status: 'open' })
	expect(performance.now() - began).toBeGreaterThanOrEqual(390)
})

test('a fault affects one operation a set number of times, and survives a restart', async () => {
	await fault('answer-429', { next: 2 })
	await expect(sandbox.stripe.checkout.sessions.list()).resolves.toMatchObject({ data: [] })
	await expect(open()).rejects.toMatchObject({ statusCode: 429 })
	await sandbox.restart()
	await expect(open()).rejects.toMatchObject({ statusCode: 429 })
	await expect(open()).resolves.toMatchObject({ status: 'open' })
	expect(await (await sandbox.send('GET', '/stripe/switches')).json()).toMatchObject({ operations: [] })
})

test('changing one switch leaves the others unchanged, and an invalid change is rejected with the reason', async () => {
	await sandbox.switches({ events: { delayMs: 50 }, settleAfterSeconds: 7 })
	const changed = await sandbox.switches({ events: { shuffle: true } })
	expect(await changed.json()).toMatchObject({
		events: { delayMs: 50, shuffle: true },
		settleAfterSeconds: 7,
	})
	for (const wrong of [
		{ events: { dropPercent: 101 } },
		{ colour: 'red' },
		{ operations: [{ operation: 'nothing.known', fault: 'hang' }] },
	]) {
		const refused = await sandbox.switches(wrong)
		expect(refused.status).toBe(400)
		expect(await refused.json()).toMatchObject({
			error: expect.stringMatching(/dropPercent|colour|nothing\.known/),
		})
	}
	expect(await (await sandbox.send('DELETE', '/stripe/switches')).json()).toMatchObject({
		events: { delayMs: 0, shuffle: false },
		settleAfterSeconds: 10,
	})
})
