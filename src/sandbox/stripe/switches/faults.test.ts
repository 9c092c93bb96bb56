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

test('a line cut after acting has made the session; the same key brings it to light', async () => {
	// The SDK repeats a cut call once by itself: two cuts make it give up.
	await fault('cut-after', { next: 2 })
	await expect(open('cut')).rejects.toMatchObject({ type: 'StripeConnectionError' })
	expect(await sessionCount()).toBe(1)
	const session = await open('cut')
	expect(await sessionCount()).toBe(1)
	expect(session.lastResponse.headers['idempotent-replayed']).toBe('true')
})

test('a line cut before acting has made nothing', async () => {
	await fault('cut-before', { next: 2 })
	await expect(open('cut')).rejects.toMatchObject({ type: 'StripeConnectionError' })
	expect(await sessionCount()).toBe(0)
	await expect(open('cut')).resolves.toMatchObject({ status: 'open' })
})

test('a 500 is kept under its key, as Stripe keeps it; another key works', async () => {
	await fault('answer-500')
	await expect(open('broken')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
	await expect(open('broken')).rejects.toMatchObject({ statusCode: 500 })
	expect(await sessionCount()).toBe(0)
	await expect(open('whole')).resolves.toMatchObject({ status: 'open' })
})

test('a 429 is kept under no key', async () => {
	await fault('answer-429')
	await expect(open('busy')).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
	await expect(open('busy')).resolves.toMatchObject({ status: 'open' })
})

test('nonsense is an error for the SDK, though the session is there', async () => {
	await fault('answer-nonsense')
	await expect(open('nonsense')).rejects.toMatchObject({
		type: 'StripeAPIError',
		message: expect.stringContaining('Invalid JSON'),
	})
	expect(await sessionCount()).toBe(1)
})

test('a hanging call outlasts the caller’s patience and does nothing', async () => {
	await fault('hang', { ms: 600_000 })
	await expect(
		sandbox.stripe.checkout.sessions.create(guideParams(), { timeout: 300 }),
	).rejects.toMatchObject({ type: 'StripeConnectionError' })
	expect(await sessionCount()).toBe(0)
})

test('a delayed call answers late', async () => {
	await fault('delay', { ms: 400 })
	const began = performance.now()
	await expect(open()).resolves.toMatchObject({ status: 'open' })
	expect(performance.now() - began).toBeGreaterThanOrEqual(390)
})

test('a fault hits its operation only, so many times, and outlives a restart', async () => {
	await fault('answer-429', { next: 2 })
	await expect(sandbox.stripe.checkout.sessions.list()).resolves.toMatchObject({ data: [] })
	await expect(open()).rejects.toMatchObject({ statusCode: 429 })
	await sandbox.restart()
	await expect(open()).rejects.toMatchObject({ statusCode: 429 })
	await expect(open()).resolves.toMatchObject({ status: 'open' })
	expect(await (await sandbox.send('GET', '/stripe/switches')).json()).toMatchObject({ operations: [] })
})

test('a change of one switch leaves the others, and a wrong one is refused with the reason', async () => {
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
