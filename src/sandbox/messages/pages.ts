import { html } from 'hono/html'
import type { Message } from '#sandbox/messages/messages.ts'
import { type Html, moment, page } from '#sandbox/pages/layout.ts'
import type { Refusal } from '#sandbox/store/refusals.ts'

export function messagesPage(messages: readonly Message[], to: string, refusal: Refusal): Html {
	return page({
		title: 'Messages · Sandbox',
		body: html`<main>
<h1>Messages</h1>
<p class="soft">Every code the shop texts arrives here, if the shop was started with <code>SMS_GATEWAY=sandbox</code>. Nothing leaves this machine.</p>
${refusal.next > 0 ? html`<p class="alert">The next ${refusal.next} will be refused with code ${refusal.code}.</p>` : ''}
<form class="row" method="get" action="/messages">
<label for="to">Sent to</label>
<div><input id="to" name="to" type="tel" value="${to}" placeholder="anyone"></div>
<button>Show</button>
</form>
${messages.length === 0 ? html`<p>No messages ${to === '' ? 'yet' : `to ${to}`}. Sign in to the shop by phone and one will arrive within a second or two. 07700 900123 and the numbers like it belong to nobody.</p>` : messageList(messages)}
</main>`,
	})
}

function messageList(messages: readonly Message[]): Html {
	return html`<ul class="mails">${messages.map(
		({ to, from, channel, text, date }) => html`<li>
<div class="sheet mail-text">${text}</div>
<p class="small soft">to ${to} from ${from} by ${channel === 'sms' ? 'text message' : 'WhatsApp'} · ${moment(new Date(date))}</p>
</li>`,
	)}</ul>`
}
