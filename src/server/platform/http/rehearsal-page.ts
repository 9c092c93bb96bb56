import { html } from 'hono/html'
import { plainPage } from '#server/platform/http/plain-page.ts'

/**
 * Returns the page that asks for the password of a rehearsal. The page loads no other file, because all files need the password.
 */
export function rehearsalPage(problem?: string) {
	return plainPage(
		`${problem === undefined ? '' : 'Error: '}Headstart rehearsal`,
		html`<h1>This shop isn’t <mark>open yet</mark></h1>
<p>We’re trying it out before it opens. If you were invited, enter the password you were given.</p>
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${problem === undefined ? '' : html` aria-invalid="true" aria-describedby="problem"`}>
${problem === undefined ? '' : html`<p id="problem" role="alert">${problem}</p>`}
<button>Show the shop</button>
</form>`,
	)
}
