import type { Store } from '#sandbox/store/store.ts'
import { type Delivery, type DeliveryAttempt, deliveriesOf } from '#sandbox/stripe/events/deliveries.ts'
import type { Kinds } from '#sandbox/stripe/objects/kinds.ts'

export interface EventWithDeliveries {
	event: Kinds['event']
	deliveries: (Delivery & { attempts: DeliveryAttempt[] })[]
}

const listed = 100

/** Lists events, newest first. With `about`, only those about one of these ids: a Checkout Session, payment intent or charge. */
export function readEvents(store: Store, about?: readonly string[]): EventWithDeliveries[] {
	const rows =
		about === undefined
			? store.all("select data from objects where kind = 'event' order by seq desc limit ?", listed)
			: store.all(
					`select data from objects where kind = 'event' and (data ->> '$.data.object.id' in (select value from json_each(?1))
						or data ->> '$.data.object.payment_intent' in (select value from json_each(?1))) order by seq desc limit ?2`,
					JSON.stringify(about),
					listed,
				)
	return rows.map((row) => {
		const event: Kinds['event'] = JSON.parse(String(row.data))
		return { event, deliveries: deliveriesOf(store, event.id) }
	})
}
