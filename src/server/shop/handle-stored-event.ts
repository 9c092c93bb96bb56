import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { FollowUps } from '#server/shop/fulfil.ts'
import { handlePaymentEvent } from '#server/shop/handle-payment-event.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Clock } from '#shared/clock.ts'
import type { FaultPoint } from '#shared/fault-point.ts'

interface HandleStoredEvent {
	payments: Pick<PaymentProvider, 'readEvent'>
	followUps: FollowUps
	clock: Clock
	faultPoint: FaultPoint
}

/** Acts on an event kept earlier, once; one whose payment is not settled yet stays and waits for it. */
export async function handleStoredEvent(
	tx: Transaction,
	eventId: string,
	{ payments, followUps, clock, faultPoint }: HandleStoredEvent,
): Promise<void> {
	const [row] = await tx.query(sql`
		select payload from shop.payment_events where id = ${eventId} and processed_at is null for update`)
	if (row === undefined) return
	const outcome = await handlePaymentEvent(tx, payments.readEvent(row.payload), { cause: 'event', followUps })
	await faultPoint('event/moved')
	await tx.execute(
		typeof outcome === 'string'
			? sql`update shop.payment_events set processed_at = ${clock.now()}, outcome = ${outcome} where id = ${eventId}`
			: sql`update shop.payment_events set waits_for_payment = ${outcome.waitsFor} where id = ${eventId}`,
	)
}
