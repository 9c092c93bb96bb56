import type { Page } from '@playwright/test'
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { clientOf, type Member, makeMember } from './people.ts'
import type { Shop } from './start-shops.ts'

const cv = { productName: 'CV Secrets No One Tells You', price: 14.99, stripeProductId: 'prod_cv_secrets' }
export const planner = {
	productName: 'Student Budget Planner',
	price: 5.99,
	stripeProductId: 'prod_budget_planner',
}
const startSchema = z.object({ url: z.url() })

/** Opens a checkout without a browser and returns its Checkout Session id. */
export async function openCheckout(shop: Shop, session: Session, product = cv): Promise<string> {
	const started = await invoke(shop, session, 'create-payment', product)
	return startSchema.parse(started).url.split('/').at(-1) ?? ''
}

/** Pays at the checkout page through the same steps as a user, without a browser. */
export async function payFor(
	shop: Shop,
	checkoutSessionId: string,
	card = 'success',
	country = 'GB',
): Promise<void> {
	await tell(`${shop.sandboxUrl}/stripe/pay/${checkoutSessionId}`, 'POST', { card, country })
}

/** Fills in the checkout page. */
export async function fillCard(page: Page, number: string): Promise<void> {
	await page.getByLabel('Card number').fill(number)
	await page.getByLabel(/Expiry/).fill('12 / 34')
	await page.getByLabel(/Security code|CVC/).fill('123')
	await page.getByLabel(/^Name/).fill('Amara Okafor')
	await page.getByRole('checkbox').check()
}

/** Buys CV Secrets without a browser and returns the Checkout Session id. */
export async function buyCvSecrets(shop: Shop, session: Session): Promise<string> {
	return await buyInShop(shop, session, cv)
}

/** Buys a product without a browser and returns the Checkout Session id. */
export async function buyInShop(shop: Shop, session: Session, product: typeof cv): Promise<string> {
	const checkoutSessionId = await openCheckout(shop, session, product)
	await payFor(shop, checkoutSessionId)
	await invoke(shop, session, 'confirm-payment', { sessionId: checkoutSessionId })
	return checkoutSessionId
}

/** A user who has bought CV Secrets. */
export interface Buyer extends Member {
	checkoutSessionId: string
}

export async function makeBuyer(shop: Shop): Promise<Buyer> {
	const member = await makeMember(shop)
	return { ...member, checkoutSessionId: await buyCvSecrets(shop, member.session) }
}

async function invoke(shop: Shop, { access_token }: Session, name: string, body: object): Promise<unknown> {
	const client = await clientOf(shop)
	client.functions.setAuth(access_token)
	const { data, error } = await client.functions.invoke(name, { body })
	if (error !== null) throw error
	return data
}

/** Does what the owner or a bank does with a purchase at the provider. */
export async function atProvider(
	shop: Shop,
	checkoutSessionId: string,
	action: 'refund' | 'dispute' | 'expire' | 'fraud-warning',
): Promise<void> {
	await tell(`${shop.sandboxUrl}/stripe/checkout-sessions/${checkoutSessionId}/${action}`, 'POST', {})
}

/** Makes the provider misbehave during `run`. */
export async function withProviderFault<T>(
	shop: Shop,
	fault: { operation: string; fault: string; next?: number; ms?: number },
	run: () => Promise<T>,
): Promise<T> {
	const switches = `${shop.sandboxUrl}/stripe/switches`
	await tell(switches, 'PUT', { operations: [fault] })
	try {
		return await run()
	} finally {
		await tell(switches, 'DELETE', undefined)
	}
}

async function tell(address: string, method: string, body: object | undefined): Promise<void> {
	const answer = await fetch(address, {
		method,
		headers: { 'content-type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`)
}
