// Answers in place of a page that cannot be had, so that nobody meets the browser's own error page: with what the browser
// itself still holds of it, or else with the one page in this file. It keeps nothing of the site or its visitors, and
// everything but an address of a page passes it by.
const offlinePage = '__OFFLINE_PAGE__'
const wires = /^\/(auth|rest|storage|functions|realtime)\/v1\//

addEventListener('install', () => skipWaiting())

addEventListener('fetch', (event) => {
	const { request } = event
	const { pathname } = new URL(request.url)
	// A file or a download is the browser's own business, and a form that was sent must not be sent again.
	const isPage = request.mode === 'navigate' && request.method === 'GET'
	if (isPage && !wires.test(pathname) && !pathname.includes('.')) event.respondWith(pageOr(request))
})

async function pageOr(request) {
	const answer = await fetch(request).catch(() => null)
	// The numbers are what a proxy says when nobody stands behind it.
	if (answer !== null && ![502, 503, 504].includes(answer.status)) return answer
	const seen = await fetch(request.url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
	return seen?.ok ? seen : unreachable()
}

function unreachable() {
	const nonce = crypto.randomUUID()
	return new Response(offlinePage.replaceAll('__NONCE__', nonce), {
		status: 503,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
			'x-content-type-options': 'nosniff',
		},
	})
}
