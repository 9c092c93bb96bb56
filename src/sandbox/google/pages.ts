import { html } from 'hono/html'
import type { GoogleAccount } from '#sandbox/google/accounts.ts'
import type { GoogleSwitches } from '#sandbox/google/switches.ts'
import { type Html, page } from '#sandbox/pages/layout.ts'
import { sandboxGoogle } from '#shared/sandbox-services.ts'

interface ChooserOptions {
	uid: string
	accounts: readonly GoogleAccount[]
	/** The values that were typed into the form for another account. */
	given: { email: string; name: string }
	fault: string | undefined
}

export function chooserPage({ uid, accounts, given, fault }: ChooserOptions): Html {
	const action = `${sandboxGoogle.path}/choose/${uid}`
	return page({
		title: 'Choose an account · Sandbox',
		menu: false,
		body: html`<p class="test-mode">Sandbox: this page replaces Google. Nothing leaves this machine.</p>
<main class="narrow">
<h1>Choose an account</h1>
<p class="soft">to continue to the shop. It will receive your name and email address.</p>
<form method="post" action="${action}">
<ul class="cards">${accounts.map(
			(account) => html`<li>
<p><strong>${account.name}</strong><br><span class="soft wide">${account.email}</span><br><span class="soft small">${noteOf(account)}</span></p>
<button name="account" value="${account.sub}" aria-label="Continue as ${account.name}">Continue</button>
</li>`,
		)}</ul>
</form>
<form method="post" action="${action}" class="sheet">
<h2>Another account</h2>
${fault === undefined ? '' : html`<p class="alert">${fault}</p>`}
<div class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" required value="${given.email}"></div>
<div class="field"><label for="name">Name</label><input id="name" name="name" type="text" autocomplete="off" required value="${given.name}"></div>
<div class="check"><input id="verified" name="verified" type="checkbox" value="yes" checked><label for="verified">The email is verified</label></div>
<button class="main">Continue</button>
</form>
<form method="post" action="${action}"><button name="cancel" value="yes">Cancel</button></form>
</main>`,
	})
}

function noteOf({ emailVerified, cancels }: GoogleAccount): string {
	if (cancels) return 'Cancels the sign-in and goes back to the shop'
	return emailVerified ? 'Email verified' : 'Email not verified: the shop must not trust it'
}

export function noSignInPage(shopUrl: string): Html {
	return page({
		title: 'No sign-in in progress · Sandbox',
		body: html`<main class="narrow">
<h1>No sign-in in progress</h1>
<p>This sign-in has ended, or was started in another browser. <a href="${shopUrl}/auth">Start again in the shop</a></p>
</main>`,
	})
}

interface AboutOptions {
	issuer: string
	accounts: readonly GoogleAccount[]
	switches: GoogleSwitches
}

export function aboutPage({ issuer, accounts, switches }: AboutOptions): Html {
	const { path } = sandboxGoogle
	return page({
		title: 'Google · Sandbox',
		body: html`<main>
<h1>Google</h1>
<p>This OpenID provider replaces Google. To use it, press "Continue with Google" in the shop. Its issuer is <code class="wide">${issuer}</code>.</p>
<h2>Accounts</h2>
<div class="table-frame"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">What happens</th></tr></thead>
<tbody>${accounts.map((account) => html`<tr><td>${account.name}</td><td class="wide">${account.email}</td><td>${noteOf(account)}</td></tr>`)}</tbody>
</table></div>
<form method="post" action="${path}/switches" class="sheet">
<h2>Switches</h2>
<p class="soft">Scripts use <code>PUT ${path}/switches</code> with JSON.</p>
<div class="field"><label for="tokens">The token endpoint</label><select id="tokens" name="tokens">
${[
	['answer', 'returns tokens'],
	['answer-500', 'fails (500)'],
	['hang', 'never answers'],
].map(
	([value, words]) =>
		html`<option value="${value}"${switches.tokens === value ? html` selected` : ''}>${words}</option>`,
)}
</select></div>
<div class="check"><input id="wrongNonce" name="wrongNonce" type="checkbox" value="yes"${switches.wrongNonce ? html` checked` : ''}><label for="wrongNonce">Put a wrong nonce into ID tokens</label></div>
<div class="check"><input id="down" name="down" type="checkbox" value="yes"${switches.down ? html` checked` : ''}><label for="down">Answer 503 to everything</label></div>
<button class="main">Save</button>
</form>
<form method="post" action="${path}/rotate"><button>Sign with a new key</button></form>
</main>`,
	})
}
