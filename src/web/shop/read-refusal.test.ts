import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'

function refusedWith(status: number, body: string): { context: Response } {
	return { context: new Response(body, { status }) }
}

test('a refusal because the product is owned is told apart', async () => {
	const body = JSON.stringify({
		code: 'already_purchased',
		message: 'You have it.',
		details: { already_purchased: true },
	})
	expect(await readRefusal(refusedWith(409, body))).toEqual({
		status: 409,
		alreadyPurchased: true,
		message: 'You have it.',
	})
})

test('any other refusal keeps its status and words', async () => {
	const body = JSON.stringify({
		code: 'over_request_rate_limit',
		message: 'Too many checkouts.',
		details: null,
	})
	expect(await readRefusal(refusedWith(429, body))).toEqual({
		status: 429,
		alreadyPurchased: false,
		message: 'Too many checkouts.',
	})
})

test('a body that is no JSON, or no body at all, is a plain refusal', async () => {
	const plain = { alreadyPurchased: false, message: undefined }
	expect(await readRefusal(refusedWith(502, '<html>'))).toEqual({ status: 502, ...plain })
	expect(await readRefusal(new Error('Failed to send a request'))).toEqual({ status: null, ...plain })
	expect(await readRefusal(refusedWith(400, 'null'))).toEqual({ status: 400, ...plain })
})
