import { html } from 'hono/html'
import { plainPage, plainPagePolicy } from '#server/platform/http/plain-page.ts'

/** What the page about a refused request says. */
export interface ErrorPageText {
	heading: string
	text: string
	/** The ways on, besides the home page. */
	links?: readonly { to: string; label: string }[]
}

/** The parts of a request that show who asks. */
interface Asker {
	method?: string | undefined
	header: (name: string) => string | undefined
}

/** Returns whether a browser asks for something to show in a tab, not a program or a page for its own use. */
function isNavigation(asker: Asker): boolean {
	const mode = asker.header('sec-fetch-mode')
	if (mode !== undefined && mode !== 'navigate') return false
	const isShown = asker.method === 'GET' || asker.method === 'POST'
	return isShown && (asker.header('accept') ?? '').includes('text/html')
}

/** What the page says if the API that refused has no words of its own. */
export function usualText(status: number): ErrorPageText {
	return status === 429 || status >= 500
		? { heading: 'This can’t be opened just now', text: 'Nothing is lost. Please try again in a moment.' }
		: {
				heading: 'This address doesn’t open anything',
				text: 'It may be cut off, have been used already, or be out of date.',
			}
}

/** The parts of a response that differ in a tab. */
interface Refused {
	status: number
	body: string | null
	headers: Record<string, string>
}

/**
 * Returns a refusal in the form that suits the caller: unchanged for a program, and as a page with the way back for a browser's tab.
 * Emails, other sites and reloaded tabs lead people to addresses that were made for programs.
 */
export function asPageInTab<Given extends Refused>(
	asker: Asker,
	refused: Given,
	{ heading, text, links = [] }: ErrorPageText = usualText(refused.status),
	reference?: string,
): Given | Refused {
	if (!isNavigation(asker)) return refused
	const quote = reference === undefined ? '' : html`<p>If you write to us about it, quote ${reference}.</p>`
	const ways = [...links, { to: '/', label: 'To the home page' }]
	const content = html`<h1>${heading}</h1>
<p>${text}</p>
${quote}
${ways.map(({ to, label }) => html`<p><a href="${to}">${label}</a></p>`)}`
	return {
		status: refused.status,
		body: String(plainPage(heading, content)),
		headers: {
			...refused.headers,
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': plainPagePolicy,
			// The address may contain a token.
			'referrer-policy': 'no-referrer',
		},
	}
}
