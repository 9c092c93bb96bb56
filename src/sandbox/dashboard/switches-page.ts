import { html } from 'hono/html'
import { type Html, page } from '#sandbox/pages/layout.ts'
import { faults, type Switches } from '#sandbox/stripe/switches/switches.ts'

const faultWords: Record<(typeof faults)[number], string> = {
	delay: 'wait, then answer as usual',
	hang: 'hang, then drop the connection without acting',
	'answer-500': 'answer 500 without acting, and save that answer under the idempotency key',
	'act-then-500': 'act, then answer 500, and save that answer under the idempotency key',
	'answer-429': 'answer 429 without acting',
	'answer-lock-timeout': 'answer 429 without acting, because the object is locked',
	'answer-nonsense': 'act, then answer something that is not JSON',
	'cut-before': 'drop the connection without acting',
	'cut-after': 'act, then drop the connection',
}

export function switchesPage(switches: Switches, operations: readonly string[]): Html {
	const { events, settleAfterSeconds, refundAfterSeconds, termsMissing, taxByDefault, callsPerSecond } =
		switches
	return page({
		title: 'Switches · Sandbox',
		body: html`<main>
<h1>Switches</h1>
<p class="soft">Make things go wrong between the shop and Stripe. Scripts can use <code>GET</code>, <code>PUT</code> and <code>DELETE /stripe/switches</code>.</p>
<form method="post" action="/stripe/switches" class="sheet">
<h2>Events</h2>
${number('delayMs', 'Delay before the first attempt (ms)', events.delayMs)}
${number('dropPercent', 'Percentage never sent', events.dropPercent)}
${number('duplicatePercent', 'Percentage sent twice', events.duplicatePercent)}
${number('misSignPercent', 'Percentage of attempts with a wrong signature', events.misSignPercent)}
${number('stalePercent', 'Percentage of attempts dated an hour ago', events.stalePercent)}
${number('futurePercent', 'Percentage of attempts dated an hour ahead', events.futurePercent)}
${box('shuffle', 'Send in any order', events.shuffle)}
${box('paused', 'Pause all events', events.paused)}
${number('settleAfterSeconds', 'Banks answer a debit after (seconds)', settleAfterSeconds)}
${number('refundAfterSeconds', 'Delayed refunds end after (seconds)', refundAfterSeconds)}
${number('callsPerSecond', 'Rate limit of the API (calls per second)', callsPerSecond)}
${box('termsMissing', 'The account has no terms of service', termsMissing)}
${box('taxByDefault', 'The account adds tax to Checkout Sessions that don’t mention it', taxByDefault)}
<button class="main">Save</button>
</form>
<form method="post" action="/stripe/switches/faults" class="sheet">
<h2>API calls</h2>
${switches.operations.length === 0 ? html`<p class="soft">All calls are answered as usual.</p>` : html`<ul>${switches.operations.map((each) => html`<li><code>${each.operation}</code>, next ${each.next}: ${faultWords[each.fault]}</li>`)}</ul>`}
${select('operation', 'Call', ['*', ...operations])}
<div class="field"><label for="fault">What happens</label><select id="fault" name="fault">${faults.map((fault) => html`<option value="${fault}">${faultWords[fault]}</option>`)}</select></div>
${number('next', 'For how many calls', 1)}
${number('ms', 'How long to wait or hang (ms)', 60_000)}
<button class="main">Add</button>
</form>
<form method="post" action="/stripe/switches/calm"><button>Reset everything</button></form>
</main>`,
	})
}

function number(name: string, label: string, value: number): Html {
	return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" value="${value}" required></div>`
}

function box(name: string, label: string, checked: boolean): Html {
	return html`<div class="check"><input id="${name}" name="${name}" type="checkbox" value="yes"${checked ? html` checked` : ''}><label for="${name}">${label}</label></div>`
}

function select(name: string, label: string, options: readonly string[]): Html {
	return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map((option) => html`<option value="${option}">${option === '*' ? 'any' : option}</option>`)}</select></div>`
}
