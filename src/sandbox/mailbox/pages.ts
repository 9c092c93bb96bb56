import { html } from 'hono/html'
import type { Email, EmailPicture } from '#sandbox/mailbox/emails.ts'
import { type Html, moment, page } from '#sandbox/pages/layout.ts'
import type { Refusal } from '#sandbox/store/refusals.ts'

export function mailboxPage(emails: readonly Email[], to: string, refusal: Refusal): Html {
	return page({
		title: 'Mailbox · Sandbox',
		body: html`<main>
<h1>Mailbox</h1>
<p class="soft">Every email from the shop arrives here. Nothing leaves this machine.</p>
${refusal.next > 0 ? html`<p class="alert">The next ${refusal.next} will be refused with code ${refusal.code}.</p>` : ''}
<form class="row" method="get" action="/mailbox">
<label for="to">Sent to</label>
<div><input id="to" name="to" type="email" value="${to}" placeholder="anyone"></div>
<button>Show</button>
</form>
${emails.length === 0 ? html`<p>No emails ${to === '' ? 'yet' : `to ${to}`}. Sign up in the shop and one will arrive within a second or two.</p>` : emailList(emails)}
</main>`,
	})
}

function emailList(emails: readonly Email[]): Html {
	return html`<ul class="mails">${emails.map(
		(email) => html`<li>
<p><a href="/mailbox/${email.id}"><strong>${email.subject || '(no subject)'}</strong></a></p>
<p class="small soft">to ${email.to.join(', ')} · ${moment(new Date(email.date))}</p>
</li>`,
	)}</ul>`
}

export function emailPage(email: Email, pictures: readonly EmailPicture[]): Html {
	return page({
		title: `${email.subject || '(no subject)'} · Mailbox`,
		body: html`<main>
<p><a href="/mailbox">All emails</a></p>
<h1>${email.subject || '(no subject)'}</h1>
<dl class="facts">
<dt>From</dt><dd>${email.from}</dd>
<dt>To</dt><dd>${email.to.join(', ')}</dd>
<dt>Arrived</dt><dd>${moment(new Date(email.date))}</dd>
</dl>
${email.html === '' ? '' : html`<div class="mail-frames">${themes.map((theme) => frame(email, pictures, theme))}</div>`}
<h2>Links</h2>
${email.links.length === 0 ? html`<p>None.</p>` : html`<ul class="wide">${email.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul>`}
<h2>Text version</h2>
${email.text === '' ? html`<p>None.</p>` : html`<div class="sheet mail-text">${email.text}</div>`}
${email.files?.map(({ name, text }) => html`<h2>Attached: ${name}</h2><div class="sheet mail-text">${text}</div>`) ?? ''}
</main>`,
	})
}

const themes = ['light', 'dark'] as const

/** Shows the email as a mail program with this theme does, even if the browser uses the other theme. */
function frame(
	{ html: source }: Email,
	pictures: readonly EmailPicture[],
	theme: (typeof themes)[number],
): Html {
	const withPictures = pictures.reduce(
		(shown, { cid, type, base64 }) => shown.replaceAll(`cid:${cid}`, `data:${type};base64,${base64}`),
		source,
	)
	const themed = withPictures.replaceAll(/\(prefers-color-scheme: (light|dark)\)/g, (_, of) =>
		of === theme ? 'all' : 'not all',
	)
	return html`<figure><iframe class="mail-frame ${theme}" title="The email in the ${theme} theme" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${themed}`}"></iframe><figcaption class="small soft">In the ${theme} theme</figcaption></figure>`
}
