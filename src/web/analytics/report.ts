import { signUpBegun } from '#shared/paths.ts'
import { isPartShown } from '#web/site/site-settings.ts'
import { browserObjects, currentChoice } from './choice.ts'

let hasBegunSignUp = false

/**
 * Reports a page view, unless the visitor objects to being counted. A page that the browser prepares ahead of the visitor, who may
 * never open it, is reported once it is shown.
 */
export function reportView(path: string): void {
	if ('prerendering' in document && document.prerendering === true)
		document.addEventListener('prerenderingchange', () => report(path), { once: true })
	else report(path)
}

function report(path: string): void {
	const choice = currentChoice()
	const silent =
		isPartShown(['page-views-off']) ||
		browserObjects() ||
		choice === 'no' ||
		(isPartShown(['page-views-consented']) && choice !== 'yes')
	if (!silent && navigator.onLine) send(path)
}

/**
 * Reports that the visitor has begun to fill in the Sign Up form, at most once until they leave the site. The report goes
 * only to the shop’s own server, never to an analytics service.
 */
export function reportSignUpBegun(): void {
	if (hasBegunSignUp || !isPartShown(['page-views-own'])) return
	hasBegunSignUp = true
	reportView(signUpBegun)
}

/**
 * Sends a page's path, and nothing else, to our own server: no cookie, and no referrer, because that can contain a token. The
 * outcome does not matter.
 */
function send(path: string): void {
	fetch('/page-views', {
		method: 'POST',
		body: path,
		credentials: 'omit',
		referrerPolicy: 'no-referrer',
		keepalive: true,
		priority: 'low',
	}).catch(() => undefined)
}
