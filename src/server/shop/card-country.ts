import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type CheckoutSession, isPaidHere, type PaymentProvider } from './payment-provider.ts'
import { comparesCards, readSalesArea } from './where-we-sell.ts'

interface CardOptions {
	database: Pick<Database, 'query'>
	payments: Pick<PaymentProvider, 'getCardCountry'>
}

/**
 * Returns a Checkout Session with the country where its card was issued, if it is paid and the shop compares that with the billing
 * address. Stripe is asked, because Checkout Sessions don't contain it. Throws `ProviderFailure`.
 */
export async function withCardCountry(
	{ database, payments }: CardOptions,
	checkoutSession: CheckoutSession,
): Promise<CheckoutSession> {
	const { paymentIntentId, soldBy } = checkoutSession
	if (paymentIntentId === null || soldBy === 'stripe' || !isPaidHere(checkoutSession)) return checkoutSession
	if (!comparesCards(await readSalesArea(database))) return checkoutSession
	return { ...checkoutSession, cardCountry: await payments.getCardCountry(paymentIntentId) }
}

/** Returns where the card of a stored event's payment was issued, as `withCardCountry` does; undefined if that isn't compared. */
export async function readCardOfEvent(
	{ database, payments }: CardOptions & { payments: Pick<PaymentProvider, 'readEvent'> },
	eventId: string,
): Promise<CheckoutSession['cardCountry']> {
	if (!comparesCards(await readSalesArea(database))) return undefined
	const row = await maybeOne(
		database,
		sql`
		select payload from shop.payment_events
		where id = ${eventId} and processed_at is null and payload ->> 'type' like 'checkout.session.%'`,
		z.object({ payload: z.unknown() }),
	)
	const event = row && payments.readEvent(row.payload)
	if (event?.kind !== 'checkout') return undefined
	return (await withCardCountry({ database, payments }, event.checkoutSession)).cardCountry
}
