import { html } from 'hono/html'
import { type Html, page } from '#sandbox/pages/layout.ts'
import { faults, type Switches } from '#sandbox/stripe/switches/switches.ts'

const faultWords: Record<(typeof faults)[number], string> = {
	delay: 'wait, then answer as usual',
	hang: 'hold the line, then cut it without acting',
	'answer-500': 'answer 500 without acting; the key remembers it',
	'act-then-500': 'act, and answer 500 all the same; the key remembers it',
	'answer-429': 'answer 429 without acting',
	'answer-lock-timeout': 'answer 429, the object being locked, without acting',
	'answer-nonsense': 'act, then answer something that is not JSON',
	'cut-before': 'cut the line without acting',
	'cut-after': 'act, then cut the line',
}

export function switchesPage(switches: Switches, operations: readonly string[]): Html {
	const { events, settleAfterSeconds, refundAfterSeconds, termsMissing, callsPerSecond } = switches
	return page({
		title: 'Switches · Sandbox',
		body: html`<main>
<h1>Switches</h1>
<p class="soft">What can go wrong between the shop and Stripe, on purpose. Scripts use <code>GET</code>, <code>PUT</code> and <code>DELETE /stripe/switches</code>.</p>
<form method="post" action="/stripe/switches" class="sheet">
<h2>Events on their way to the shop</h2>
${number('delayMs', 'Wait before the first try (ms)', events.delayMs)}
${number('dropPercent', 'Lose so many of a hundred', events.dropPercent)}
${number('duplicatePercent', 'Send twice so many of a hundred', events.duplicatePercent)}
${number('misSignPercent', 'Sign wrongly so many of a hundred tries', events.misSignPercent)}
${number('stalePercent', 'Sign for an hour ago so many of a hundred tries', events.stalePercent)}
${number('futurePercent', 'Sign for an hour ahead so many of a hundred tries', events.futurePercent)}
${box('shuffle', 'In any order', events.shuffle)}
${box('paused', 'None at all for now', events.paused)}
${number('settleAfterSeconds', 'Banks answer a debit after (seconds)', settleAfterSeconds)}
${number('refundAfterSeconds', 'Refunds that take a while end after (seconds)', refundAfterSeconds)}
${number('callsPerSecond', 'Calls of the API a second, more are answered 429', callsPerSecond)}
${box('termsMissing', 'The account names no terms of service', termsMissing)}
<button class="main">Save</button>
</form>
<form method="post" action="/stripe/switches/faults" class="sheet">
<h2>Calls of the API</h2>
${switches.operations.length === 0 ? html`<p class="soft">All answer as usual.</p>` : html`<ul>${switches.operations.map((each) => html`<li><code>${each.operation}</code>, the next ${each.next}: ${faultWords[each.fault]}</li>`)}</ul>`}
${select('operation', 'Call', ['*', ...operations])}
<div class="field"><label for="fault">What happens</label><select id="fault" name="fault">${faults.map((fault) => html`<option value="${fault}">${faultWords[fault]}</option>`)}</select></div>
${number('next', 'To the next so many', 1)}
${number('ms', 'How long to wait or hold (ms)', 60_000)}
<button class="main">Add</button>
</form>
<form method="post" action="/stripe/switches/calm"><button>Everything back to normal</button></form>
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
