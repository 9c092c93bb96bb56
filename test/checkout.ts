import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import type { World } from '#test/world.ts'

/** The bodies that pages send to buy the two paid guides. */
export const cv = {
	productName: 'CV Secrets No One Tells You',
	price: 14.99,
	stripeProductId: 'prod_cv_secrets',
}
export const planner = {
	productName: 'Student Budget Planner',
	price: 5.99,
	stripeProductId: 'prod_budget_planner',
}

const startSchema = z.object({ url: z.url() })

/** Starts a purchase with the Functions API and returns the Checkout Session's id. */
export async function openCheckout(client: SupabaseClient, product: object): Promise<string> {
	const { data, error } = await client.functions.invoke('create-payment', { body: product })
	if (error !== null) throw error
	const checkoutSessionId = startSchema.parse(data).url.split('/').at(-1)
	if (checkoutSessionId === undefined) throw new Error('no Checkout Session in the address')
	return checkoutSessionId
}

/** Pays on the sandbox's checkout page, as a user would. */
export async function pay(
	world: Pick<World, 'sandboxUrl'>,
	checkoutSessionId: string,
	payment: string | { card: string; country: string } = '4242424242424242',
): Promise<void> {
	const paid = await fetch(`${world.sandboxUrl}/stripe/pay/${checkoutSessionId}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(typeof payment === 'string' ? { card: payment } : payment),
	})
	if (!paid.ok) throw new Error(`not paid: ${paid.status} ${await paid.text()}`)
}

/** Changes how the sandbox's payment provider behaves. Other switches stay as they are. */
export async function setSwitches({ sandboxUrl }: Pick<World, 'sandboxUrl'>, change: object): Promise<void> {
	const response = await fetch(`${sandboxUrl}/stripe/switches`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(change),
	})
	if (!response.ok) throw new Error(`no switch was changed: ${response.status} ${await response.text()}`)
}

export interface PaidCheckout {
	purchaseId: string
	userId: string
	/** A paid Checkout Session that matches the purchase in every respect. */
	checkoutSession: CheckoutSession & { paymentIntentId: string }
}

/** Creates a user with a pending purchase of CV Secrets and its paid Checkout Session. */
export async function paidCheckout(world: Pick<World, 'database'>): Promise<PaidCheckout> {
	const userId = randomUUID()
	await world.database.query(
		sql`insert into auth.users (id, email) values (${userId}, ${`${userId}@student.test`})`,
	)
	return await anotherPaidCheckout(world, userId)
}

/** Creates another pending purchase for the same user, whose earlier one must no longer be pending. */
export async function anotherPaidCheckout(
	{ database }: Pick<World, 'database'>,
	userId: string,
): Promise<PaidCheckout> {
	const [purchaseId, name] = [randomUUID(), randomUUID().replaceAll('-', '')]
	const checkoutSession = {
		id: `cs_test_${name}`,
		url: null,
		status: 'complete' as const,
		paymentStatus: 'paid' as const,
		createdAt: new Date(),
		expiresAt: new Date(Date.now() + 3600_000),
		purchaseId,
		userId,
		catalogueId: '2',
		currency: 'GBP',
		subtotalPence: 1499,
		discountPence: 0,
		promotionCodeId: null,
		totalPence: 1499,
		vatPence: 0,
		hasConsented: true,
		paymentIntentId: `pi_${name}`,
		customerEmail: null,
		billingCountry: 'GB',
		soldBy: 'shop' as const,
	}
	await database.query(sql`
		insert into public.purchases
			(id, user_id, catalogue_id, product_id, product_name, price, status, stripe_session_id)
		values (${purchaseId}, ${userId}, '2', 'prod_cv_secrets', 'CV Secrets', 14.99, 'pending', ${checkoutSession.id})`)
	await database.query(sql`
		insert into shop.checkouts (purchase_id, session_id, expires_at, consent_wording)
		values (${purchaseId}, ${checkoutSession.id}, ${checkoutSession.expiresAt}, 'I want my guide at once.')`)
	return { purchaseId, userId, checkoutSession }
}

interface NamedCheckout extends Pick<PaidCheckout, 'purchaseId' | 'userId'> {
	checkoutSession: Pick<PaidCheckout['checkoutSession'], 'id' | 'paymentIntentId'>
}

/** Returns a paid Checkout Session of CV Secrets as Stripe sends it, with only the properties that the shop reads. */
export function stripeCheckoutSession(
	{ purchaseId, userId, checkoutSession }: NamedCheckout,
	changes: object = {},
) {
	return {
		id: checkoutSession.id,
		status: 'complete',
		payment_status: 'paid',
		created: 0,
		expires_at: 0,
		client_reference_id: purchaseId,
		metadata: { user_id: userId, catalogue_id: '2' },
		currency: 'gbp',
		amount_subtotal: 1499,
		amount_total: 1499,
		payment_intent: checkoutSession.paymentIntentId,
		customer_details: { address: { country: 'GB' } },
		...changes,
	}
}
