import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'
import { createProviderCalls } from '#server/adapters/payments/provider-calls.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
	await sandbox.switches({ operations: [], callsPerSecond: 1_000_000 })
})

const plenty = { callsPerSecond: 1_000, random: () => 0.5 }
const create = 'checkout.sessions.create'

/** Opens a Checkout Session through the queue, as the shop does, and counts how often Stripe was asked. */
function opener({ calls = createProviderCalls(plenty), caller = 'buyer' as 'buyer' | 'job' } = {}) {
	let asked = 0
	const open = (key: string) =>
		calls.run(async (options) => {
			asked += 1
			return await sandbox.stripe.checkout.sessions.create(guideParams(), { ...options, idempotencyKey: key })
		}, caller)
	return { open, asked: () => asked }
}

describe('a call that fails', () => {
	test.each([
		['a rate limit', { fault: 'answer-429', next: 3 }, 4],
		['a locked object', { fault: 'answer-lock-timeout', next: 3 }, 4],
		// The first two calls meet two faults each, because the SDK itself repeats a call once after a closed connection.
		['a broken connection', { fault: 'cut-before', next: 4 }, 3],
		['a lost answer', { fault: 'cut-after', next: 4 }, 3],
	])('is retried after %s until it is answered, and takes effect once', async (name, fault, asked) => {
		await sandbox.switches({ operations: [{ operation: create, ...fault }] })
		const before = (await sandbox.stripe.checkout.sessions.list({ limit: 100 })).data.length
		const shop = opener()
		expect((await shop.open(name)).status).toBe('open')
		expect(shop.asked()).toBe(asked)
		expect((await sandbox.stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(before + 1)
	})

	test('is retried if another server is making the same call, and gets the answer of that call', async () => {
		await sandbox.switches({ operations: [{ operation: create, fault: 'delay', ms: 300 }] })
		const [one, other] = [opener(), opener()]
		const [{ id }, { id: otherId }] = await Promise.all([one.open('raced'), other.open('raced')])
		expect(otherId).toBe(id)
		expect(one.asked() + other.asked()).toBeGreaterThan(2)
	})

	test('is not retried if Stripe forbids that or asks for too long a wait', async () => {
		for (const advice of [{ shouldRetry: false }, { retryAfterSeconds: 60 }]) {
			await sandbox.switches({ operations: [{ operation: create, fault: 'answer-429', ...advice }] })
			const shop = opener()
			await expect(shop.open(JSON.stringify(advice))).rejects.toMatchObject({ name: 'ProviderFailure' })
			expect(shop.asked()).toBe(1)
		}
	})

	test('is not retried before the time that Stripe asks for', async () => {
		const advice = { fault: 'answer-429', retryAfterSeconds: 1 }
		await sandbox.switches({ operations: [{ operation: create, ...advice }] })
		const began = performance.now()
		await opener().open('later')
		expect(performance.now() - began).toBeGreaterThanOrEqual(1_000)
	})
})

describe('the rate', () => {
	test.each([
		['the number that is set', 5, 12, 5, 1_000],
		['a whole number of calls if three servers share a limit of 20', 20 / 3, 14, 6, 1_000],
		['one call in 1.5 seconds if three servers share a limit of 2', 2 / 3, 4, 1, 1_500],
	])('never exceeds %s, however many calls wait', async (_, callsPerSecond, count, most, withinMs) => {
		// Uses a fake clock: on a busy machine, real times would be recorded too late.
		vi.useFakeTimers()
		onTestFinished(() => void vi.useRealTimers())
		const calls = createProviderCalls({ ...plenty, callsPerSecond })
		const starts: number[] = []
		const all = Array.from({ length: count }, () => calls.run(async () => void starts.push(Date.now())))
		await vi.advanceTimersByTimeAsync(10_000)
		await Promise.all(all)
		expect(starts).toHaveLength(count)
		for (const [index, start] of starts.entries())
			if (index >= most) expect(start - (starts[index - most] ?? 0)).toBeGreaterThanOrEqual(withinMs)
	})

	test('does not depend on the system’s clock, which may be set back', async () => {
		vi.useFakeTimers()
		onTestFinished(() => void vi.useRealTimers())
		const calls = createProviderCalls({ ...plenty, callsPerSecond: 5 })
		const startFive = () => Promise.all(Array.from({ length: 5 }, () => calls.run(async () => 'started')))
		await startFive()
		vi.setSystemTime(Date.now() - 3_600_000)
		const later = startFive()
		await vi.advanceTimersByTimeAsync(1_100)
		expect(await later).toHaveLength(5)
	})

	test('of two independent servers adapts to the limit that they share', async () => {
		await sandbox.switches({ callsPerSecond: 15 })
		const limits = { callsPerSecond: 12, random: Math.random }
		const servers = [1, 2].map(() => opener({ calls: createProviderCalls(limits), caller: 'job' }))
		const opened = await Promise.all(
			Array.from({ length: 40 }, (_, index) => servers[index % 2]?.open(`shared-${index}`)),
		)
		expect(new Set(opened.map((checkoutSession) => checkoutSession?.id)).size).toBe(40)
	})
})

describe('the queue', () => {
	/** Starts ten calls, which fill the queue until they are released. */
	function busyCalls() {
		const calls = createProviderCalls(plenty)
		const released = Promise.withResolvers<void>()
		const running = Array.from({ length: 10 }, () => calls.run(() => released.promise))
		return { calls, release: released.resolve, running }
	}

	test('has at most ten calls in progress, and is first come, first served', async () => {
		const calls = createProviderCalls(plenty)
		let [running, most] = [0, 0]
		const served: number[] = []
		const all = Array.from({ length: 30 }, (_, caller) =>
			calls.run(async () => {
				served.push(caller)
				running += 1
				most = Math.max(most, running)
				await pause(10)
				running -= 1
			}),
		)
		await Promise.all(all)
		expect(most).toBe(10)
		expect(served).toEqual([...served].sort((a, b) => a - b))
	})

	test('serves buyers before jobs', async () => {
		const { calls, release, running } = busyCalls()
		const served: string[] = []
		const waiting = [
			calls.run(async () => void served.push('job')),
			calls.run(async () => void served.push('buyer'), 'buyer'),
		]
		release()
		await Promise.all([...running, ...waiting])
		expect(served).toEqual(['buyer', 'job'])
	})

	test('has room for a buyer however many jobs are waiting', async () => {
		const { calls, release, running } = busyCalls()
		const jobs = Array.from({ length: 50 }, () => calls.run(async () => {}))
		const buyer = calls.run(async () => 'served', 'buyer')
		release()
		expect(await buyer).toBe('served')
		await Promise.all([...running, ...jobs])
	})

	test('rejects a buyer at once if fifty are waiting, and a waiting buyer after three seconds', async () => {
		const { calls, release, running } = busyCalls()
		const began = performance.now()
		const failure = { name: 'ProviderFailure', definite: false }
		const refused: number[] = []
		const fiftyOne = Array.from({ length: 51 }, async (_, caller) => {
			await expect(calls.run(async () => {}, 'buyer')).rejects.toMatchObject(failure)
			refused.push(caller)
		})
		await fiftyOne[50]
		expect(refused).toEqual([50])
		await Promise.all(fiftyOne)
		expect(performance.now() - began).toBeGreaterThanOrEqual(2_990)
		release()
		await Promise.all(running)
		// The calls that were rejected don't take up room.
		expect(await calls.run(async () => 'served')).toBe('served')
	})
})

test('only Stripe’s errors become provider failures, and a bug of our own is thrown unchanged', async () => {
	const fault = new TypeError('a bug')
	await expect(createProviderCalls(plenty).run(() => Promise.reject(fault))).rejects.toBe(fault)
	await expect(
		createProviderCalls(plenty).run(() =>
			Promise.reject(Stripe.errors.StripeError.generate({ type: 'invalid_request_error', statusCode: 400 })),
		),
	).rejects.toMatchObject({ name: 'ProviderFailure', definite: true })
})

test.each([
	['customer_email', true],
	['line_items[0][price_data]', false],
	[undefined, false],
])('a refusal because of the parameter %s blames the buyer: %s', async (param, blamesBuyer) => {
	const refusal = Stripe.errors.StripeError.generate({
		type: 'invalid_request_error',
		statusCode: 400,
		...(param === undefined ? {} : { param }),
	})
	await expect(createProviderCalls(plenty).run(() => Promise.reject(refusal))).rejects.toMatchObject({
		blamesBuyer,
	})
})
