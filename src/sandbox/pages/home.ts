import { html } from 'hono/html'
import { type Html, page } from '#sandbox/pages/layout.ts'
import { spacedNumber, testAccounts, testCards } from '#sandbox/stripe/payments/test-cards.ts'

interface HomeOptions {
	shopUrl: string
	smtpPort: number
}

export function homePage({ shopUrl, smtpPort }: HomeOptions): Html {
	return page({
		title: 'Sandbox',
		body: html`<main>
<h1>Sandbox</h1>
<p>This stands in for Stripe, for Google and for the mail server until the shop at <a href="${shopUrl}">${shopUrl}</a> is given keys. No money moves, and no mail leaves this machine.</p>
<ul>
<li><a href="/mailbox">Mailbox</a>: what the shop has sent. <a href="/mailbox.json">mailbox.json</a> for scripts; SMTP on port ${smtpPort}.</li>
<li><a href="/stripe">Payments</a>: checkout sessions, refunds, disputes, and the events on their way to the shop.</li>
<li><a href="/google">Google</a>: who can sign in with it, and what can go wrong.</li>
<li><a href="/stripe/switches">Switches</a>: make things go wrong on purpose.</li>
</ul>
<h2>Test cards</h2>
<p class="soft">Use any expiry date in the future and any security code. The checkout page fills them in for you.</p>
<div class="table-frame"><table>
<thead><tr><th scope="col">Card</th><th scope="col">What it does, and its name in scripts</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td class="number">${spacedNumber(card.number)}</td><td>${card.what}<br><code>${card.alias}</code></td></tr>`)}
${testAccounts.map((account) => html`<tr><td class="number">${account.sortCode} ${account.accountNumber}</td><td>Bank debit: ${account.what.toLowerCase()}<br><code>${account.alias}</code></td></tr>`)}</tbody>
</table></div>
<p class="soft">A script pays with <code>POST /stripe/pay/&lt;session&gt;</code> and <code>{"card": "success"}</code>.</p>
</main>`,
	})
}
