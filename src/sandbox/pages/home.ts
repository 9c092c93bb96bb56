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
<p>The sandbox replaces Stripe, Google, the mail server and a gateway for text messages until you give the shop at <a href="${shopUrl}">${shopUrl}</a> real keys. No money moves, and no email or text message leaves this machine.</p>
<ul>
<li><a href="/mailbox">Mailbox</a>: every email the shop has sent. Scripts can read <a href="/mailbox.json">mailbox.json</a>. SMTP is on port ${smtpPort}.</li>
<li><a href="/messages">Messages</a>: every code the shop has texted, if it was started with <code>SMS_GATEWAY=sandbox</code>. Scripts can read <a href="/messages.json">messages.json</a>.</li>
<li><a href="/stripe">Payments</a>: Checkout Sessions, refunds, disputes and webhook events.</li>
<li><a href="/google">Google</a>: the accounts you can sign in with, and switches for its failures.</li>
<li><a href="/campus">Campus</a>: the sign-in of a university, if the shop was started with <code>AUTH_SAML_KEY</code>.</li>
<li><a href="/stripe/switches">Switches</a>: make things go wrong on purpose.</li>
</ul>
<h2>Test cards</h2>
<p class="soft">Use any expiry date in the future and any security code. The checkout page fills them in for you.</p>
<div class="table-frame"><table>
<thead><tr><th scope="col">Card</th><th scope="col">What it does, and its alias for scripts</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td class="number">${spacedNumber(card.number)}</td><td>${card.what}<br><code>${card.alias}</code></td></tr>`)}
${testAccounts.map((account) => html`<tr><td class="number">${account.sortCode} ${account.accountNumber}</td><td>Bank debit: ${account.what.toLowerCase()}<br><code>${account.alias}</code></td></tr>`)}</tbody>
</table></div>
<p class="soft">A script pays for a Checkout Session with <code>POST /stripe/pay/&lt;id&gt;</code> and <code>{"card": "success"}</code>.</p>
</main>`,
	})
}
