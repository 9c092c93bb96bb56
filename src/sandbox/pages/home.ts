import { html } from 'hono/html'
import { type Html, page } from '#sandbox/pages/layout.ts'

interface HomeOptions {
	shopUrl: string
	smtpPort: number
}

export function homePage({ shopUrl, smtpPort }: HomeOptions): Html {
	return page({
		title: 'Sandbox',
		body: html`<main>
<h1>Sandbox</h1>
<p>This stands in for Stripe and the mail server until the shop at <a href="${shopUrl}">${shopUrl}</a> is given keys. No money moves and no mail leaves this machine.</p>
<ul>
<li><a href="/mailbox">Mailbox</a>: what the shop has sent. For scripts: <a href="/mailbox.json">mailbox.json</a>. SMTP on port ${smtpPort}.</li>
</ul>
</main>`,
	})
}
