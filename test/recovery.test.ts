import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { clientOf, confirmationLink, mailTo, makePerson } from '../e2e/people.ts'
import { type ShopProcess, startShopProcess } from '../e2e/shop-process.ts'

// The whole shop as `npm start` runs it. It is down while payments are made, and learns of them only after its restart.
let shop: ShopProcess
beforeAll(async () => {
	shop = await startShopProcess()
})
afterAll(async () => await shop.dispose())

async function buyer() {
	const person = makePerson()
	const client = await clientOf(shop)
	await client.auth.signUp({ email: person.email, password: person.password })
	const link = new URL(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	const { error } = await client.auth.verifyOtp({
		token_hash: link.searchParams.get('token_hash') ?? '',
		type: 'signup',
	})
	if (error !== null) throw error
	const { data: started } = await client.functions.invoke('create-payment', {
		body: { productName: 'CV Secrets No One Tells You', price: 14.99, stripeProductId: 'prod_cv_secrets' },
	})
	const checkoutSessionId = z.object({ url: z.string() }).parse(started).url.split('/').at(-1) ?? ''
	return { client, checkoutSessionId, email: person.email }
}

async function payAtTheSandbox(checkoutSessionId: string): Promise<void> {
	const paid = await fetch(`${shop.sandboxUrl}/stripe/pay/${checkoutSessionId}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ card: '4242424242424242' }),
	})
	expect(paid.status).toBe(200)
}

// Both purchases in one test, since each start of a shop takes seconds.
test('a purchase paid while the shop is down is completed once, by the retried event or the success page', async () => {
	const [waiting, asking] = [await buyer(), await buyer()]
	await shop.kill()
	for (const { checkoutSessionId } of [waiting, asking]) await payAtTheSandbox(checkoutSessionId)
	await shop.restart()
	const answers = await Promise.all(
		Array.from({ length: 5 }, () =>
			asking.client.functions.invoke('confirm-payment', { body: { sessionId: asking.checkoutSessionId } }),
		),
	)
	for (const { data } of answers) expect(data).toMatchObject({ status: 'completed' })
	expect((await asking.client.from('purchases').select('status')).data).toEqual([{ status: 'completed' }])
	await expect
		.poll(
			async () =>
				(
					await waiting.client
						.from('purchases')
						.select('status')
						.eq('stripe_session_id', waiting.checkoutSessionId)
				).data,
			{ timeout: 120_000 },
		)
		.toEqual([{ status: 'completed' }])
	expect((await mailTo(shop, waiting.email, /receipt/i)).text).toContain('£14.99')
})

test('a second start beside a running shop fails with one sentence and leaves the first running', async () => {
	await expect(startShopProcess({ PORT: new URL(shop.url).port })).rejects.toThrow(/Port \d+ is in use/)
	expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
})

test('a signal stops everything, including the database and the sandbox', async () => {
	expect(await shop.stop()).toBe(0)
	await expect(fetch(`${shop.sandboxUrl}/sandbox.json`)).rejects.toThrow()
	await expect(fetch(shop.url)).rejects.toThrow()
	await shop.restart()
	expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
})
