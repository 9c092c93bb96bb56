import { html } from 'hono/html'
import type { CampusUser } from '#sandbox/campus/saml.ts'
import { type Html, page } from '#sandbox/pages/layout.ts'
import { sandboxCampus } from '#shared/sandbox-services.ts'

const { path, domain } = sandboxCampus

interface ChooserOptions {
	users: readonly CampusUser[]
	request: string
	relayState: string
}

export function chooserPage({ users, request, relayState }: ChooserOptions): Html {
	const hidden = html`<input type="hidden" name="request" value="${request}"><input type="hidden" name="relayState" value="${relayState}">`
	return page({
		title: 'Campus sign-in · Sandbox',
		menu: false,
		body: html`<p class="test-mode">Sandbox: this page replaces a university’s sign-in page. Nothing leaves this machine.</p>
<main class="narrow">
<h1>Campus sign-in</h1>
<p class="soft">to continue to the shop. It will receive your name and email address.</p>
<ul class="cards">${users.map(
			(user) => html`<li>
<p><strong>${user.name}</strong><br><span class="soft wide">${user.email}</span><br><span class="soft small">${noteOf(user)}</span></p>
<form method="post" action="${path}/sign-in">${hidden}<input type="hidden" name="name" value="${user.name}"><button name="email" value="${user.email}" aria-label="Continue as ${user.name}">Continue</button></form>
</li>`,
		)}</ul>
<form method="post" action="${path}/sign-in" class="sheet">
<h2>Somebody else</h2>
${hidden}
<div class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" required></div>
<div class="field"><label for="name">Name</label><input id="name" name="name" type="text" autocomplete="off" required></div>
<button class="main">Continue</button>
</form>
<form method="post" action="${path}/sign-in">${hidden}<button name="cancel" value="yes">Cancel</button></form>
</main>`,
	})
}

function noteOf({ email }: CampusUser): string {
	return email.endsWith(`@${domain}`)
		? 'Member of the campus'
		: `Not an address of ${domain}: the shop must not believe it`
}

interface ReturnOptions {
	acsUrl: string
	SAMLResponse: string
	RelayState: string
}

/** Renders the form that goes back to the shop. It is sent by a button, because the sandbox’s pages have no scripts. */
export function returnPage({ acsUrl, SAMLResponse, RelayState }: ReturnOptions): Html {
	return page({
		title: 'Campus sign-in · Sandbox',
		menu: false,
		body: html`<p class="test-mode">Sandbox: this page replaces a university’s sign-in page. Nothing leaves this machine.</p>
<main class="narrow">
<h1>Back to the shop</h1>
<form method="post" action="${acsUrl}">
<input type="hidden" name="SAMLResponse" value="${SAMLResponse}"><input type="hidden" name="RelayState" value="${RelayState}">
<button class="main">Go back to the shop</button>
</form>
</main>`,
	})
}

export function noRequestPage(shopUrl: string): Html {
	return page({
		title: 'No sign-in in progress · Sandbox',
		body: html`<main class="narrow">
<h1>No sign-in in progress</h1>
<p>The shop sends browsers here. <a href="${shopUrl}/auth">Start in the shop</a></p>
</main>`,
	})
}

interface AboutOptions {
	entityId: string
	users: readonly CampusUser[]
}

export function aboutPage({ entityId, users }: AboutOptions): Html {
	const command = `npm run admin -- add-university ${entityId} --domains ${domain} --by you`
	return page({
		title: 'Campus · Sandbox',
		body: html`<main>
<h1>Campus</h1>
<p>This identity provider replaces a university’s. Its metadata is at <a class="wide" href="${entityId}">${entityId}</a>. To use it, start the shop with <code>AUTH_SAML_KEY</code>, then run:</p>
<p><code class="wide">${command}</code></p>
<h2>Members</h2>
<div class="table-frame"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">What it is</th></tr></thead>
<tbody>${users.map((user) => html`<tr><td>${user.name}</td><td class="wide">${user.email}</td><td>${noteOf(user)}</td></tr>`)}</tbody>
</table></div>
<form method="post" action="${path}/rotate"><button>Sign with a new key</button></form>
</main>`,
	})
}
