import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Env } from '#server/platform/http/handle.ts'
import { plainPage, plainPagePolicy } from '#server/platform/http/plain-page.ts'

/** Returns whether a browser asks for something to show in a tab, not a program or a page for its own use. */
export function isNavigation({ req }: Context<Env>): boolean {
	const mode = req.header('sec-fetch-mode')
	if (mode !== undefined && mode !== 'navigate') return false
	return req.method === 'GET' && (req.header('accept') ?? '').includes('text/html')
}

/**
 * Returns the refusal of a link to a file as a page with the way back. A PDF that was opened in a tab is asked for again when a phone
 * has put the tab aside or the reader reloads it, and by then its link has usually ended.
 */
export async function refusedLinkPage(refused: Response, { isOver }: { isOver: boolean }): Promise<Response> {
	const { status } = refused
	const [heading, text] = isOver
		? [
				'This link has ended',
				'Links to files work for a short time, so that nobody else can use them. The guide itself hasn’t gone.',
			]
		: status === 429 || status >= 500
			? ['This file can’t be opened just now', 'Nothing is lost. Please try again in a moment.']
			: [
					'This link doesn’t open a file',
					'It may be cut off, made for somebody else, or for a guide that you no longer have.',
				]
	const content = html`<h1>${heading}</h1>
<p>${text}</p>
<p><a href="/account/guides">Open it from your guides</a></p>
<p><a href="/">To the home page</a></p>`
	const headers = new Headers(refused.headers)
	headers.set('content-type', 'text/html; charset=utf-8')
	headers.set('content-security-policy', plainPagePolicy)
	headers.set('referrer-policy', 'no-referrer')
	return new Response(String(await plainPage(heading, content)), { status, headers })
}
