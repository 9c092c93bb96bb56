import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Handler, HonoRequest } from 'hono'
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

/**
 * Rendering an address that does not exist costs some twenty milliseconds in which nobody else is answered; a flood of them
 * must not starve the rest. So many may be asked for at once, and they take turns.
 */
const rendersAtOnce = 4
/** Milliseconds. The first rendering loads the pages' code, which is no measure for the pause after it. */
const longestPause = 100

/** Carries the nonce of a page's inline code to its rendering. Only ever set here; a visitor's own is dropped. */
const nonceHeader = 'x-csp-nonce'

/** Answers whatever is no wire: from memory where it was built, rendered otherwise. */
export function pageHandler({ pages }: { pages: Pages }): Handler<Env> {
	let rendering = 0
	const inTurn = makeTurns()
	return async (c) => {
		if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
			if (isFormOfPage(c.req, pages)) return c.redirect(addressOf(c.req), 303)
			return c.json({ message: 'Method not allowed' }, 405, { allow: 'GET, HEAD' })
		}
		const built = await pages.built?.answer({
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
		const { signal } = c.req.raw
		const render = () =>
			pages.render(new Request(readable(c.req.url), { method: c.req.method, headers, signal }))
		// While developing, everything is asked of the page builder, which is another process.
		const rendered = await (pages.built === undefined ? render() : inTurn(render)).finally(() => {
			rendering -= 1
		})
		const answer = new Response(rendered.body, rendered)
		answer.headers.set('cache-control', 'no-store')
		answer.headers.set('content-security-policy', (pages.policy ?? renderedPolicy)(nonce))
		return answer
	}
}

/**
 * A form sent by the browser itself: scripts are off, and every form here needs them. The page says so beside it, so that is
 * where its sender is taken back to. What was typed is not read.
 */
function isFormOfPage(request: HonoRequest, { built }: Pages): boolean {
	const isForm = request.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
	return request.method === 'POST' && isForm && built?.paths.includes(request.path) === true
}

function addressOf({ url }: HonoRequest): string {
	const { pathname, search } = new URL(url)
	return pathname + search
}

/** Does one piece of work at a time, and rests after each for as long as it took: half of the time is everybody else's. */
function makeTurns() {
	let last: Promise<unknown> = Promise.resolve()
	return async <T>(work: () => Promise<T>): Promise<T> => {
		let began = 0
		const turn = last.then(() => {
			began = performance.now()
			return work()
		})
		const rest = () => pause(Math.min(performance.now() - began, longestPause))
		last = turn.then(rest, rest)
		return await turn
	}
}

function renderedPolicy(nonce: string): string {
	return pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] })
}

/** The address, its `%` as plain signs where they stand for no text: React Router would tell the terminal of each such one. */
function readable(address: string): string {
	try {
		decodeURI(new URL(address).pathname)
		return address
	} catch {
		return address.replaceAll('%', '%25')
	}
}

/** One address a page: `/free/` is `/free`. Undefined where nothing needs to change. */
function withoutTrailingSlash({ pathname, search }: URL): string | undefined {
	if (pathname === '/' || !pathname.endsWith('/')) return undefined
	const path = pathname.replace(/\/+$/, '').replace(/^\/+/, '/')
	return `${path || '/'}${search}`
}
