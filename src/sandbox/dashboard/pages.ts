import { html } from 'hono/html'
import { checkoutSessionTag, eventTable, tag, when } from '#sandbox/dashboard/parts.ts'
import type { EventWithDeliveries } from '#sandbox/dashboard/read-events.ts'
import { formatAmount, type Html, moment, page } from '#sandbox/pages/layout.ts'
import { isInquiry, isOpen, waitsForAnswer } from '#sandbox/stripe/disputes/disputes.ts'
import type {
	Kinds,
	StoredCheckoutSession,
	StoredDispute,
	StoredLineItem,
	StoredRefund,
} from '#sandbox/stripe/objects/kinds.ts'
import { canChange } from '#sandbox/stripe/refunds/change-refund.ts'

/** A Checkout Session with its charge, refunds and disputes. */
export interface CheckoutSessionView {
	checkoutSession: StoredCheckoutSession
	items: StoredLineItem[]
	charge: Kinds['charge'] | undefined
	refunds: StoredRefund[]
	disputes: StoredDispute[]
	/** In pence. */
	leftToDispute: number
}

export function overviewPage(
	views: readonly CheckoutSessionView[],
	events: readonly EventWithDeliveries[],
): Html {
	return page({
		title: 'Payments · Sandbox',
		body: html`<main>
<h1>Payments</h1>
<p><a href="/stripe/promotion-codes">Promotion codes</a></p>
<h2>Checkout Sessions</h2>
${views.length === 0 ? html`<p class="soft">None yet. Buy something in the shop.</p>` : checkoutSessionTable(views)}
<div class="row">${button('/stripe/payouts', 'Pay out the balance')}</div>
<h2>Events</h2>
<p class="soft">Each event is signed, and sent until the shop accepts it. Scripts can read <a href="/stripe/events.json">events.json</a>.</p>
<div class="row">${button('/stripe/events/hurry', 'Retry all waiting events now')}</div>
${eventTable(events)}
</main>`,
	})
}

function checkoutSessionTable(views: readonly CheckoutSessionView[]): Html {
	return html`<div class="table-frame"><table>
<thead><tr><th scope="col">Created</th><th scope="col">Product</th><th scope="col">Buyer</th><th scope="col" class="amount">Amount</th><th scope="col">State</th></tr></thead>
<tbody>${views.map(
		({ checkoutSession, items, charge }) => html`<tr>
<td>${when(checkoutSession.created)}</td>
<td><a href="/stripe/checkout-sessions/${checkoutSession.id}">${items.map(({ description }) => description).join(', ')}</a></td>
<td class="wide">${checkoutSession.customer_details?.email ?? ''}</td>
<td class="amount">${amountOf(checkoutSession)}</td>
<td>${checkoutSessionTag(checkoutSession, charge)}</td>
</tr>`,
	)}</tbody></table></div>`
}

export function checkoutSessionPage(view: CheckoutSessionView, events: readonly EventWithDeliveries[]): Html {
	const { checkoutSession, items, charge, refunds, disputes } = view
	return page({
		title: `${items.map(({ description }) => description).join(', ')} · Payments`,
		body: html`<main>
<p><a href="/stripe">All payments</a></p>
<h1>${items.map(({ description }) => description).join(', ')} ${checkoutSessionTag(checkoutSession, charge)}</h1>
<dl class="facts">
<dt>Amount</dt><dd class="amount">${amountOf(checkoutSession)}</dd>
<dt>Buyer</dt><dd>${checkoutSession.customer_details?.email ?? 'not known yet'}</dd>
<dt>Created</dt><dd>${when(checkoutSession.created)}</dd>
<dt>Checkout Session</dt><dd><code>${checkoutSession.id}</code></dd>
<dt>Payment intent</dt><dd>${checkoutSession.payment_intent === null ? 'none yet' : html`<code>${checkoutSession.payment_intent}</code>`}</dd>
<dt>Reference</dt><dd>${checkoutSession.client_reference_id ?? ''}</dd>
<dt>Discount</dt><dd class="amount">${formatAmount(checkoutSession.total_details?.amount_discount ?? 0, checkoutSession.currency ?? '')}</dd>
<dt>Consent</dt><dd>${checkoutSession.consent?.terms_of_service ?? 'none'}</dd>
</dl>
${actions(view)}
${refunds.length === 0 ? '' : html`<h2>Refunds</h2><ul>${refunds.map(refundLine)}</ul>`}
${disputes.length === 0 ? '' : html`<h2>Disputes</h2><ul>${disputes.map(disputeLine)}</ul>`}
<h2>Events</h2>
${eventTable(events)}
</main>`,
	})
}

/** Offers the actions that are possible in the Checkout Session's present state. */
function actions({ checkoutSession, charge, disputes, leftToDispute }: CheckoutSessionView): Html {
	const isWithheld = disputes.some(({ is_charge_refundable: isRefundable }) => !isRefundable)
	const left = charge?.status === 'succeeded' && !isWithheld ? charge.amount - charge.amount_refunded : 0
	return html`<div class="sheet">
<h2>Actions</h2>
${checkoutSession.status === 'open' ? html`<div class="row"><a class="button" href="/checkout/${checkoutSession.id}">Open its checkout page</a>${button(`/stripe/checkout-sessions/${checkoutSession.id}/expire`, 'Expire it now')}</div>` : ''}
${charge?.status === 'pending' ? html`<div class="row">${button(`/stripe/checkout-sessions/${checkoutSession.id}/settle`, 'The bank pays', { outcome: 'succeeds' })}${button(`/stripe/checkout-sessions/${checkoutSession.id}/settle`, 'The bank refuses', { outcome: 'fails' })}</div>` : ''}
${
	left > 0
		? html`<form class="row" method="post" action="/stripe/checkout-sessions/${checkoutSession.id}/refund">
<label for="amount">Pence to refund</label>
<div><input id="amount" name="amount" type="number" min="1" max="${left}" value="${left}" required></div>
<button>Refund</button>
</form>`
		: ''
}
${leftToDispute > 0 ? disputeForms(checkoutSession, leftToDispute) : ''}
${checkoutSession.status !== 'open' && charge?.status !== 'pending' && left === 0 && leftToDispute === 0 ? html`<p class="soft">No actions are left.</p>` : ''}
</div>`
}

/** Offers the actions of the buyer's bank. */
function disputeForms(checkoutSession: StoredCheckoutSession, left: number): Html {
	const action = `/stripe/checkout-sessions/${checkoutSession.id}/dispute`
	return html`<form class="row" method="post" action="${action}">
<label for="disputed">Pence to dispute</label>
<div><input id="disputed" name="amount" type="number" min="1" max="${left}" value="${left}" required></div>
<button>Dispute it as the buyer's bank</button>
</form>
<div class="row">${button(`/stripe/checkout-sessions/${checkoutSession.id}/fraud-warning`, 'Warn of fraud')}${button(action, 'Open an inquiry', { reason: 'inquiry' })}${button(action, 'Prevent a dispute (bank satisfied)', { reason: 'blocked' })}${button(action, 'Prevent a dispute (buyer refunded)', { reason: 'resolved' })}</div>`
}

function refundLine(refund: StoredRefund): Html {
	const action = `/stripe/refunds/${refund.id}`
	return html`<li class="row"><span><span class="amount">${formatAmount(refund.amount, refund.currency)}</span>, ${when(refund.created)}</span> ${tag((refund.status ?? 'pending').replaceAll('_', ' '), refund.status === 'succeeded' ? 'good' : refund.status === 'pending' ? 'waiting' : 'wrong')}
${canChange(refund, 'requires action') ? button(`${action}/require-action`, 'Ask for bank details') : ''}
${canChange(refund, 'is cancelled') ? html`${button(`${action}/succeed`, 'The buyer gives bank details')}${button(`${action}/cancel`, 'Cancel it')}` : ''}
${canChange(refund, 'fails') ? button(`${action}/fail`, 'Make it fail') : ''}</li>`
}

function disputeLine(dispute: StoredDispute): Html {
	const action = `/stripe/disputes/${dispute.id}`
	return html`<li class="row"><span><span class="amount">${formatAmount(dispute.amount, dispute.currency)}</span>, ${dispute.reason.replaceAll('_', ' ')}, ${when(dispute.created)}</span> ${tag(dispute.status.replaceAll('_', ' '), dispute.status === 'won' ? 'good' : 'wrong')}
${waitsForAnswer(dispute) ? button(`${action}/answer`, 'The shop answers') : ''}
${isInquiry(dispute) ? html`${button(`${action}/close`, 'The bank is satisfied', { status: 'won' })}${button(`${action}/escalate`, 'It becomes a dispute')}` : ''}
${isOpen(dispute) && !isInquiry(dispute) ? html`${button(`${action}/close`, 'The shop wins', { status: 'won' })}${button(`${action}/close`, 'The buyer wins', { status: 'lost' })}` : ''}
${dispute.status === 'lost' ? button(`${action}/appeal`, 'The shop appeals') : ''}</li>`
}

function button(action: string, label: string, fields: Record<string, string> = {}): Html {
	return html`<form method="post" action="${action}">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button>${label}</button></form>`
}

export function eventPage({ event, deliveries }: EventWithDeliveries): Html {
	return page({
		title: `${event.type} · Events`,
		body: html`<main>
<p><a href="/stripe">All payments</a></p>
<h1>${event.type}</h1>
<dl class="facts"><dt>Event</dt><dd><code>${event.id}</code></dd><dt>Created</dt><dd>${when(event.created)}</dd></dl>
<div class="row">${button(`/stripe/events/${event.id}/resend`, 'Resend')}</div>
<h2>Deliveries</h2>
${deliveries.map(
	(
		delivery,
	) => html`<h3>${delivery.state.replace('_', ' ')}${delivery.state === 'pending' ? html`, next attempt ${moment(new Date(delivery.due))}` : ''}</h3>
<ol>${delivery.attempts.map((attempt) => html`<li>${moment(new Date(attempt.at))}: ${attempt.status ?? attempt.error} <span class="soft">in ${attempt.took} ms</span></li>`)}</ol>`,
)}
<h2>Content</h2>
<pre class="sheet table-frame" tabindex="0" role="region" aria-label="The event as JSON">${JSON.stringify(event, null, 2)}</pre>
</main>`,
	})
}

function amountOf(checkoutSession: StoredCheckoutSession): string {
	return formatAmount(checkoutSession.amount_total ?? 0, checkoutSession.currency ?? '')
}
