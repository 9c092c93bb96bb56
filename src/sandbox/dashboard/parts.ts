import { html } from 'hono/html'
import type { EventWithDeliveries } from '#sandbox/dashboard/read-events.ts'
import { type Html, moment } from '#sandbox/pages/layout.ts'
import type { Kinds, StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'

export function when(unixSeconds: number): Html {
	return moment(new Date(unixSeconds * 1000))
}

/** Shows a Checkout Session's state in a word and a colour. */
export function checkoutSessionTag(
	checkoutSession: StoredCheckoutSession,
	charge: Kinds['charge'] | undefined,
): Html {
	if (checkoutSession.status === 'expired') return tag('expired', 'wrong')
	if (checkoutSession.status === 'open') return tag('open', 'waiting')
	if (charge?.refunded === true) return tag('refunded', 'wrong')
	if (charge?.disputed === true) return tag('disputed', 'wrong')
	if (charge !== undefined && charge.amount_refunded > 0) return tag('partly refunded', 'waiting')
	if (checkoutSession.payment_status === 'unpaid')
		return charge?.status === 'failed'
			? tag('payment failed', 'wrong')
			: tag('waiting for the bank', 'waiting')
	return tag(checkoutSession.payment_status === 'paid' ? 'paid' : 'nothing to pay', 'good')
}

export function tag(text: string, tone: 'good' | 'wrong' | 'waiting'): Html {
	return html`<span class="tag ${tone}">${text}</span>`
}

const tones = { delivered: 'good', pending: 'waiting', dropped: 'wrong', given_up: 'wrong' } as const

/** Lists events, newest first, with the state of their deliveries. */
export function eventTable(events: readonly EventWithDeliveries[]): Html {
	if (events.length === 0) return html`<p class="soft">None yet.</p>`
	return html`<div class="table-frame"><table>
<thead><tr><th scope="col">When</th><th scope="col">Event</th><th scope="col">Delivery</th><th scope="col"><span class="soft">Resend</span></th></tr></thead>
<tbody>${events.map(
		({ event, deliveries }) => html`<tr>
<td>${when(event.created)}</td>
<td><a href="/stripe/events/${event.id}">${event.type}</a></td>
<td>${deliveries.map((delivery) => html`${tag(delivery.state.replace('_', ' '), tones[delivery.state])} <span class="small soft">${lastAnswer(delivery.attempts)}</span> `)}</td>
<td><form method="post" action="/stripe/events/${event.id}/resend"><button>Resend</button></form></td>
</tr>`,
	)}</tbody></table></div>`
}

function lastAnswer(attempts: EventWithDeliveries['deliveries'][number]['attempts']): string {
	const last = attempts.at(-1)
	if (last === undefined) return 'not tried yet'
	return `${last.status ?? last.error}${attempts.length === 1 ? '' : `, ${attempts.length} attempts`}`
}
