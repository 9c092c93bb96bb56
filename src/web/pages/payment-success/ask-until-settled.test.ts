import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askUntilSettled, patience } from './ask-until-settled.ts'
import type { Confirmation } from './confirm-payment.ts'

const pending: Confirmation = { kind: 'pending', failure: null }
const completed: Confirmation = { kind: 'completed' }

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	vi.useRealTimers()
})

test('a payment confirmed at once is asked for once and nothing waits', async () => {
	const ask = vi.fn(async () => completed)
	const onWait = vi.fn()
	expect(await askUntilSettled({ ask, signal: new AbortController().signal, onWait })).toEqual(completed)
	expect(ask).toHaveBeenCalledTimes(1)
	expect(onWait).not.toHaveBeenCalled()
})

test('a payment confirmed late is asked for until it is', async () => {
	const answers = [pending, pending, completed]
	const ask = vi.fn(async () => answers.shift() ?? completed)
	const settled = askUntilSettled({ ask, signal: new AbortController().signal, onWait: () => undefined })
	await vi.advanceTimersByTimeAsync(2_999)
	expect(ask).toHaveBeenCalledTimes(2)
	await vi.advanceTimersByTimeAsync(1)
	expect(await settled).toEqual(completed)
	expect(ask).toHaveBeenCalledTimes(3)
})

test('a payment that is never confirmed is given up after two minutes, without hammering the server', async () => {
	const ask = vi.fn(async () => pending)
	const settled = askUntilSettled({ ask, signal: new AbortController().signal, onWait: () => undefined })
	await vi.advanceTimersByTimeAsync(patience + 10_000)
	expect(await settled).toEqual(pending)
	expect(ask.mock.calls.length).toBeLessThan(20)
})

test('leaving the page stops the asking', async () => {
	const leaving = new AbortController()
	const ask = vi.fn(async () => pending)
	const settled = askUntilSettled({ ask, signal: leaving.signal, onWait: () => undefined })
	await vi.advanceTimersByTimeAsync(500)
	leaving.abort()
	expect(await settled).toEqual(pending)
	await vi.advanceTimersByTimeAsync(patience)
	expect(ask).toHaveBeenCalledTimes(1)
})
