import { randomBytes } from 'node:crypto'
import type { Handler } from 'hono'
import type { BuiltPages } from '#server/http/built-pages.ts'
import type { Env } from '#server/http/env.ts'
import { pagePolicy } from '#server/http/security-headers.ts'

export interface Pages {
	/** What the web build has ready; undefined while developing. */
	built: BuiltPages | undefined
	/** Renders an address that was not built: an unknown path, an unknown category. */
	render(request: Request): Promise<Response>
	/** The policy of a rendered page, where it differs from that of a visitor's. */
	policy?: (nonce: string) => string
}

/** Rendering an address that does not exist costs milliseconds of a core; a flood of them must not starve the rest. */
const rendersAtOnce = 4

/** Carries the nonce of a page's inline code to its rendering. Only ever set here; a visitor's own is dropped. */
const nonceHeader = 'x-csp-nonce'

/** Answers whatever is no wire: from memory where it was built, rendered otherwise. */
export function pageHandler({ pages }: { pages: Pages }): Handler<Env> {
	let rendering = 0
	return async (c) => {
		if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
			return c.json({ message: 'Method not allowed' }, 405, { allow: 'GET, HEAD' })
		}
		const built = pages.built?.answer({
			method: c.req.method,
			path: c.req.path,
			acceptEncoding: c.req.header('accept-encoding'),
			ifNoneMatch: c.req.header('if-none-match'),
			range: c.req.header('range'),
			ifRange: c.req.header('if-range'),
		})
		if (built !== undefined) return new Response(built.body ? new Uint8Array(built.body) : null, built)
		const unslashed = withoutTrailingSlash(new URL(c.req.url))
		if (unslashed !== undefined) return c.redirect(unslashed, 308)
		if (pages.built !== undefined && rendering >= rendersAtOnce) {
			c.header('retry-after', '1')
			return c.text('Too many pages are being looked for at once. Please try again in a moment.', 503)
		}
		const nonce = randomBytes(16).toString('base64')
		const headers = new Headers(c.req.raw.headers)
		headers.set(nonceHeader, nonce)
		rendering += 1
		const rendered = await pages
			.render(new Request(c.req.url, { method: c.req.method, headers, signal: c.req.raw.signal }))
			.finally(() => {
				rendering -= 1
			})
		const answer = new Response(rendered.body, rendered)
		answer.headers.set('cache-control', 'no-store')
		answer.headers.set('content-security-policy', (pages.policy ?? renderedPolicy)(nonce))
		return answer
	}
}

function renderedPolicy(nonce: string): string {
	return pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] })
}

/** One address a page: `/free/` is `/free`. Undefined where nothing needs to change. */
function withoutTrailingSlash({ pathname, search }: URL): string | undefined {
	if (pathname === '/' || !pathname.endsWith('/')) return undefined
	const path = pathname.replace(/\/+$/, '').replace(/^\/+/, '/')
	return `${path || '/'}${search}`
}
