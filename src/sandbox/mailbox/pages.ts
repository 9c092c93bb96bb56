import { html } from 'hono/html'
import type { Mail } from '#sandbox/mailbox/mails.ts'
import type { Refusal } from '#sandbox/mailbox/refusals.ts'
import { type Html, moment, page } from '#sandbox/pages/layout.ts'

export function mailboxPage(mails: readonly Mail[], to: string, refusal: Refusal): Html {
	return page({
		title: 'Mailbox · Sandbox',
		body: html`<main>
<h1>Mailbox</h1>
<p class="soft">Every email the shop sends arrives here. Nothing leaves this machine.</p>
${refusal.next > 0 ? html`<p class="alert">The next ${refusal.next} will be refused with ${refusal.code}.</p>` : ''}
<form class="row" method="get" action="/mailbox">
<label for="to">Sent to</label>
<div><input id="to" name="to" type="email" value="${to}" placeholder="anyone"></div>
<button>Show</button>
</form>
${mails.length === 0 ? html`<p>No emails ${to === '' ? 'yet' : `to ${to}`}. Sign up in the shop: the email arrives within a second or two.</p>` : mailList(mails)}
</main>`,
	})
}

function mailList(mails: readonly Mail[]): Html {
	return html`<ul class="mails">${mails.map(
		(mail) => html`<li>
<p><a href="/mailbox/${mail.id}"><strong>${mail.subject || '(no subject)'}</strong></a></p>
<p class="small soft">to ${mail.to.join(', ')} · ${moment(new Date(mail.date))}</p>
</li>`,
	)}</ul>`
}

export function mailPage(mail: Mail): Html {
	return page({
		title: `${mail.subject || '(no subject)'} · Mailbox`,
		body: html`<main>
<p><a href="/mailbox">All emails</a></p>
<h1>${mail.subject || '(no subject)'}</h1>
<dl class="facts">
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to.join(', ')}</dd>
<dt>Arrived</dt><dd>${moment(new Date(mail.date))}</dd>
</dl>
${mail.html === '' ? '' : html`<iframe class="mail-frame" title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>`}
<h2>Links in it</h2>
${mail.links.length === 0 ? html`<p>None.</p>` : html`<ul class="wide">${mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>`}
<h2>Text version</h2>
${mail.text === '' ? html`<p>None.</p>` : html`<div class="sheet mail-text">${mail.text}</div>`}
</main>`,
	})
}
