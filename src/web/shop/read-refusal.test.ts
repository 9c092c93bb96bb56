import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'

function refusedWith(status: number, body: string): { context: Response } {
	return { context: new Response(body, { status }) }
}

test('recognises that the user already owns the product', async () => {
	const body = JSON.stringify({
		code: 'already_purchased',
		message: 'You have it.',
		details: { already_purchased: true },
	})
	expect(await readRefusal(refusedWith(409, body))).toEqual({
		status: 409,
		alreadyPurchased: true,
		guidesLeft: [],
		code: 'already_purchased',
		message: 'You have it.',
	})
})

test('any other refusal keeps its status and message', async () => {
	const body = JSON.stringify({
		code: 'over_request_rate_limit',
		message: 'Too many checkouts.',
		details: null,
	})
	expect(await readRefusal(refusedWith(429, body))).toEqual({
		status: 429,
		alreadyPurchased: false,
		guidesLeft: [],
		code: 'over_request_rate_limit',
		message: 'Too many checkouts.',
	})
})

test('if the user has some guides of a bundle, the refusal names the others', async () => {
	const body = JSON.stringify({
		code: 'already_purchased',
		message: 'You own one.',
		details: { guides_left: ['2', 3] },
	})
	expect(await readRefusal(refusedWith(409, body))).toMatchObject({
		alreadyPurchased: false,
		guidesLeft: ['2'],
		message: 'You own one.',
	})
})

test('recognises that the shop is closed', async () => {
	const body = JSON.stringify({ code: 'shop_closed', message: 'The shop is closed.' })
	expect(await readRefusal(refusedWith(503, body))).toMatchObject({
		code: 'shop_closed',
		message: 'The shop is closed.',
	})
})

test('recognises that a bundle is no longer sold', async () => {
	const body = JSON.stringify({ code: 'not_for_sale', message: 'This bundle is no longer sold' })
	expect(await readRefusal(refusedWith(400, body))).toMatchObject({
		code: 'not_for_sale',
		message: 'This bundle is no longer sold',
	})
})

test('a refusal without a JSON body has only its status', async () => {
	const plain = {
		alreadyPurchased: false,
		guidesLeft: [],
		code: undefined,
		message: undefined,
	}
	expect(await readRefusal(refusedWith(502, '<html>'))).toEqual({ status: 502, ...plain })
	expect(await readRefusal(new Error('Failed to send a request'))).toEqual({ status: null, ...plain })
	expect(await readRefusal(refusedWith(400, 'null'))).toEqual({ status: 400, ...plain })
})

test('what a server says that has failed unexpectedly is not shown', async () => {
	const body = JSON.stringify({ message: 'relation "shop.prices" does not exist' })
	expect((await readRefusal(refusedWith(500, body))).message).toBeUndefined()
	expect((await readRefusal(refusedWith(502, body))).message).toBeUndefined()
	expect((await readRefusal(refusedWith(503, JSON.stringify({ message: 'In a moment.' })))).message).toBe(
		'In a moment.',
	)
})
