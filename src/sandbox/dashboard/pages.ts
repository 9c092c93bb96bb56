import { html } from 'hono/html'
import { eventTable, sessionTag, tag, when } from '#sandbox/dashboard/parts.ts'
import type { EventWithDeliveries } from '#sandbox/dashboard/read-events.ts'
import { formatAmount, type Html, moment, page } from '#sandbox/pages/layout.ts'
import { isInquiry, isOpen, waitsForAnswer } from '#sandbox/stripe/disputes/disputes.ts'
import type {
	Kinds,
	StoredDispute,
	StoredLineItem,
	StoredRefund,
	StoredSession,
} from '#sandbox/stripe/objects/kinds.ts'

/** A session with its charge, refunds and disputes. */
export interface SessionView {
	session: StoredSession
	items: StoredLineItem[]
	charge: Kinds['charge'] | undefined
	refunds: StoredRefund[]
	disputes: StoredDispute[]
	/** In pence. */
	leftToDispute: number
}

export function overviewPage(views: readonly SessionView[], events: readonly EventWithDeliveries[]): Html {
	return page({
		title: 'Payments · Sandbox',
		body: html`<main>
<h1>Payments</h1>
<p><a href="/stripe/promotion-codes">Promotion codes</a></p>
<h2>Checkout Sessions</h2>
${views.length === 0 ? html`<p class="soft">None yet. Buy something in the shop.</p>` : sessionTable(views)}
<div class="row">${button('/stripe/payouts', 'Pay out the balance')}</div>
<h2>Events</h2>
<p class="soft">Each event is signed, and sent until the shop accepts it. Scripts can read <a href="/stripe/events.json">events.json</a>.</p>
<div class="row">${button('/stripe/events/hurry', 'Retry all waiting events now')}</div>
${eventTable(events)}
</main>`,
	})
}

function sessionTable(views: readonly SessionView[]): Html {
	return html`<div class="table-frame"><table>
<thead><tr><th scope="col">Created</th><th scope="col">Product</th><th scope="col">Buyer</th><th scope="col" class="amount">Amount</th><th scope="col">State</th></tr></thead>
<tbody>${views.map(
		({ session, items, charge }) => html`<tr>
<td>${when(session.created)}</td>
<td><a href="/stripe/checkout-sessions/${session.id}">${items.map(({ description }) => description).join(', ')}</a></td>
<td class="wide">${session.customer_details?.email ?? ''}</td>
<td class="amount">${amountOf(session)}</td>
<td>${sessionTag(session, charge)}</td>
</tr>`,
	)}</tbody></table></div>`
}

export function sessionPage(view: SessionView, events: readonly EventWithDeliveries[]): Html {
	const { session, items, charge, refunds, disputes } = view
	return page({
		title: `${items.map(({ description }) => description).join(', ')} · Payments`,
		body: html`<main>
<p><a href="/stripe">All payments</a></p>
<h1>${items.map(({ description }) => description).join(', ')} ${sessionTag(session, charge)}</h1>
<dl class="facts">
<dt>Amount</dt><dd class="amount">${amountOf(session)}</dd>
<dt>Buyer</dt><dd>${session.customer_details?.email ?? 'not known yet'}</dd>
<dt>Created</dt><dd>${when(session.created)}</dd>
<dt>Session</dt><dd><code>${session.id}</code></dd>
<dt>Payment intent</dt><dd>${session.payment_intent === null ? 'none yet' : html`<code>${session.payment_intent}</code>`}</dd>
<dt>Reference</dt><dd>${session.client_reference_id ?? ''}</dd>
<dt>Discount</dt><dd class="amount">${formatAmount(session.total_details?.amount_discount ?? 0, session.currency ?? '')}</dd>
<dt>Consent</dt><dd>${session.consent?.terms_of_service ?? 'none'}</dd>
</dl>
${actions(view)}
${refunds.length === 0 ? '' : html`<h2>Refunds</h2><ul>${refunds.map(refundLine)}</ul>`}
${disputes.length === 0 ? '' : html`<h2>Disputes</h2><ul>${disputes.map(disputeLine)}</ul>`}
<h2>Events</h2>
${eventTable(events)}
</main>`,
	})
}

/** Offers the actions that are possible in the session's present state. */
function actions({ session, charge, disputes, leftToDispute }: SessionView): Html {
	const isWithheld = disputes.some(({ is_charge_refundable: isRefundable }) => !isRefundable)
	const left = charge?.status === 'succeeded' && !isWithheld ? charge.amount - charge.amount_refunded : 0
	return html`<div class="sheet">
<h2>Actions</h2>
${session.status === 'open' ? html`<div class="row"><a class="button" href="/checkout/${session.id}">Open its checkout page</a>${button(`/stripe/checkout-sessions/${session.id}/expire`, 'Expire it now')}</div>` : ''}
${charge?.status === 'pending' ? html`<div class="row">${button(`/stripe/checkout-sessions/${session.id}/settle`, 'The bank pays', { outcome: 'succeeds' })}${button(`/stripe/checkout-sessions/${session.id}/settle`, 'The bank refuses', { outcome: 'fails' })}</div>` : ''}
${
	left > 0
		? html`<form class="row" method="post" action="/stripe/checkout-sessions/${session.id}/refund">
<label for="amount">Pence to refund</label>
<div><input id="amount" name="amount" type="number" min="1" max="${left}" value="${left}" required></div>
<button>Refund</button>
</form>`
		: ''
}
${leftToDispute > 0 ? disputeForms(session, leftToDispute) : ''}
${session.status !== 'open' && charge?.status !== 'pending' && left === 0 && leftToDispute === 0 ? html`<p class="soft">No actions are left.</p>` : ''}
</div>`
}

/** Offers the actions of the buyer's bank. */
function disputeForms(session: StoredSession, left: number): Html {
	const action = `/stripe/checkout-sessions/${session.id}/dispute`
	return html`<form class="row" method="post" action="${action}">
<label for="disputed">Pence to dispute</label>
<div><input id="disputed" name="amount" type="number" min="1" max="${left}" value="${left}" required></div>
<button>Dispute it as the buyer's bank</button>
</form>
<div class="row">${button(action, 'Open an inquiry', { reason: 'inquiry' })}${button(action, 'Prevent a dispute (bank satisfied)', { reason: 'blocked' })}${button(action, 'Prevent a dispute (buyer refunded)', { reason: 'resolved' })}</div>`
}

function refundLine(refund: StoredRefund): Html {
	return html`<li class="row"><span><span class="amount">${formatAmount(refund.amount, refund.currency)}</span>, ${when(refund.created)}</span> ${tag(refund.status ?? 'pending', refund.status === 'succeeded' ? 'good' : refund.status === 'pending' ? 'waiting' : 'wrong')}
${refund.status === 'failed' ? '' : button(`/stripe/refunds/${refund.id}/fail`, 'Make it fail')}</li>`
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

function amountOf(session: StoredSession): string {
	return formatAmount(session.amount_total ?? 0, session.currency ?? '')
}
