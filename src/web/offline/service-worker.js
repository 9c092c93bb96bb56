// If a page cannot be fetched, responds with the copy in the browser's cache, or else with the offline page in this file, instead
// of the browser's own error page. It stores nothing, and ignores every request that is not for a page.
const offlinePage = '__OFFLINE_PAGE__'
const apis = /^\/(auth|rest|storage|functions|realtime)\/v1\//

addEventListener('install', () => skipWaiting())

addEventListener('fetch', (event) => {
	const { request } = event
	const { pathname } = new URL(request.url)
	// Files and downloads are left to the browser. So are forms, because no form may be sent twice.
	const isPage = request.mode === 'navigate' && request.method === 'GET'
	if (isPage && !apis.test(pathname) && !pathname.includes('.')) event.respondWith(pageOrFallback(request))
})

async function pageOrFallback(request) {
	const answer = await fetch(request).catch(() => null)
	// A proxy responds with these statuses if the server behind it is down.
	if (answer !== null && ![502, 503, 504].includes(answer.status)) return answer
	const cached = await fetch(request.url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
	return cached?.ok ? cached : offlineAnswer()
}

function offlineAnswer() {
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
