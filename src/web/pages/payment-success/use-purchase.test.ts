import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Confirmation, patience, pollUntilSettled, readConfirmation } from './use-purchase.ts'

const bought = { name: 'CV Secrets', catalogueId: '2', guides: [] }
const pending: Confirmation = { kind: 'pending', bought, failure: null }
const completed: Confirmation = { kind: 'completed', bought, fileName: 'CV.zip' }
/** What the server answers about a guide in every state. */
const named = { productName: 'CV Secrets', catalogueId: '2' }

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	vi.useRealTimers()
})

test('a payment that is confirmed immediately takes one request and no pause', async () => {
	const ask = vi.fn(async () => completed)
	const onWait = vi.fn()
	expect(await pollUntilSettled({ ask, signal: new AbortController().signal, onWait })).toEqual(completed)
	expect(ask).toHaveBeenCalledTimes(1)
	expect(onWait).not.toHaveBeenCalled()
})

test('keeps asking until a late payment is confirmed', async () => {
	const answers = [pending, pending, completed]
	const ask = vi.fn(async () => answers.shift() ?? completed)
	const settled = pollUntilSettled({ ask, signal: new AbortController().signal, onWait: () => undefined })
	await vi.advanceTimersByTimeAsync(2_999)
	expect(ask).toHaveBeenCalledTimes(2)
	await vi.advanceTimersByTimeAsync(1)
	expect(await settled).toEqual(completed)
	expect(ask).toHaveBeenCalledTimes(3)
})

test('stops asking after two minutes and fewer than 20 requests', async () => {
	const ask = vi.fn(async () => pending)
	const settled = pollUntilSettled({ ask, signal: new AbortController().signal, onWait: () => undefined })
	await vi.advanceTimersByTimeAsync(patience + 10_000)
	expect(await settled).toEqual(pending)
	expect(ask.mock.calls.length).toBeLessThan(20)
})

test('asks as soon as the server reports a change, and otherwise only every 30 seconds', async () => {
	const answers = [pending, pending, pending, completed]
	const ask = vi.fn(async () => answers.shift() ?? completed)
	let change = () => {}
	const changes = {
		isLive: () => true,
		next: () =>
			new Promise<void>((resolve) => {
				change = resolve
			}),
	}
	const settled = pollUntilSettled({ ask, signal: new AbortController().signal, onWait: () => {}, changes })
	await vi.advanceTimersByTimeAsync(29_999)
	expect(ask).toHaveBeenCalledTimes(1)
	await vi.advanceTimersByTimeAsync(1)
	expect(ask).toHaveBeenCalledTimes(2)
	change()
	await vi.advanceTimersByTimeAsync(0)
	expect(ask).toHaveBeenCalledTimes(3)
	change()
	await vi.advanceTimersByTimeAsync(0)
	expect(await settled).toEqual(completed)
})

test('stops asking when the visitor leaves the page', async () => {
	const leaving = new AbortController()
	const ask = vi.fn(async () => pending)
	const settled = pollUntilSettled({ ask, signal: leaving.signal, onWait: () => undefined })
	await vi.advanceTimersByTimeAsync(500)
	leaving.abort()
	expect(await settled).toEqual(pending)
	await vi.advanceTimersByTimeAsync(patience)
	expect(ask).toHaveBeenCalledTimes(1)
})

test('a completed purchase comes with its guide and file', () => {
	const body = { status: 'completed', purchaseId: 'x', ...named }
	expect(readConfirmation({ ...body, fileName: 'CV.zip' })).toEqual(completed)
	expect(readConfirmation({ ...body, fileName: null })).toEqual({ ...completed, fileName: null })
})

test.each(['completed', 'pending', 'refunded'])('the %s purchase of a bundle names its guides', (status) => {
	const guides = ['2', '3'].map((id) => ({ catalogueId: id, title: `Guide ${id}`, fileName: `${id}.zip` }))
	const body = { status, productName: 'Both', catalogueId: 'bundle-1', fileName: '2.zip', guides }
	expect(readConfirmation(body)).toMatchObject({
		bought: { name: 'Both', catalogueId: 'bundle-1', guides },
	})
})

test('a payment that is not confirmed yet is pending', () => {
	expect(readConfirmation({ status: 'pending', ...named })).toEqual(pending)
	expect(readConfirmation({ status: 'pending' })).toEqual({ ...pending, bought: null })
})

test.each(['held', 'failed', 'expired', 'duplicate', 'refunded', 'disputed'])(
	'the status %s ends the purchase',
	(status) => {
		expect(readConfirmation({ status, ...named })).toEqual({ kind: 'ended', bought, status })
	},
)

test.each([
	null,
	'completed',
	{ status: 'completed' },
	{},
	{ status: 'COMPLETED' },
	{ status: 'constructor' },
	[],
])('%j is not a confirmation', (body) => {
	expect(readConfirmation(body)).toBeNull()
})
