import { randomBytes } from 'node:crypto'
import type { Handler, HonoRequest } from 'hono'
import type { BuiltAnswer } from '#server/platform/http/built-file.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import { asPageInTab } from '#server/platform/http/error-page.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { pagePolicy } from '#server/platform/http/security-headers.ts'

/** The pages of the web build or, during development, their renderer. */
export type Pages = { built: BuiltPages } | DevelopmentPages

export interface DevelopmentPages {
	built?: undefined
	render(request: Request): Promise<Response>
	/** Returns the content security policy of a page; by default, inline code runs only with the nonce. */
	policy?: (nonce: string) => string
}

/** Passes the nonce for inline code to the renderer. A visitor's own header is overwritten. */
const nonceHeader = 'x-csp-nonce'

/**
 * Answers every path that belongs to no API. A built site renders nothing on request, so requests for made-up paths cost next
 * to nothing.
 */
export function pageHandler({ pages }: { pages: Pages }): Handler<Env> {
	return async (c) => {
		if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
			if (isFormOfPage(c.req, pages)) return c.redirect(addressOf(c.req), 303)
			const { body, ...answer } = asPageInTab(c.req, methodNotAllowed)
			return new Response(body, answer)
		}
		const { pathname, search } = new URL(c.req.url)
		const known = await pages.built?.answer(builtRequest(c.req, pathname))
		if (known !== undefined) return send(known)
		const unslashed = withoutTrailingSlash(pathname)
		if (unslashed !== undefined) return c.redirect(unslashed + search, 308)
		if (pages.built === undefined) return await renderPage(c.req.raw, pages)
		const spelled = usualSpelling(pathname)
		const page = await pages.built.answer(builtRequest(c.req, spelled))
		return page === undefined ? await sendNotFound(c.req, spelled, pages.built) : send(page)
	}
}

const methodNotAllowed = {
	status: 405,
	body: JSON.stringify({ message: 'Method not allowed' }),
	headers: { 'content-type': 'application/json', allow: 'GET, HEAD' },
}

function builtRequest(request: HonoRequest, path: string) {
	return {
		method: request.method,
		path,
		acceptEncoding: request.header('accept-encoding'),
		ifNoneMatch: request.header('if-none-match'),
		range: request.header('range'),
		ifRange: request.header('if-range'),
	}
}

/** Answers with the 404 page of the path's folder (`/categories/404`), or with that of the whole site. */
async function sendNotFound(request: HonoRequest, path: string, built: BuiltPages): Promise<Response> {
	const folder = path.slice(0, path.lastIndexOf('/'))
	const extension = path.endsWith('.data') ? '.data' : ''
	for (const page of [`${folder}/404${extension}`, '/404']) {
		const answer = await built.answer({ ...builtRequest(request, page), ifNoneMatch: undefined })
		if (answer !== undefined) return send(answer)
	}
	return new Response('Page not found', { status: 404 })
}

function send({ body, ...rest }: BuiltAnswer): Response {
	return new Response(body ? new Uint8Array(body) : null, rest)
}

async function renderPage(request: Request, { render, policy = renderedPolicy }: DevelopmentPages) {
	const nonce = randomBytes(16).toString('base64')
	const headers = new Headers(request.headers)
	headers.set(nonceHeader, nonce)
	const { method, signal } = request
	const rendered = await render(new Request(readable(request.url), { method, headers, signal }))
	const answer = new Response(rendered.body, rendered)
	answer.headers.set('cache-control', 'no-store')
	answer.headers.set('content-security-policy', policy(nonce))
	return answer
}

/**
 * Detects a form that the browser itself has sent because JavaScript is switched off. Every form needs JavaScript, and the page
 * with the form says so. The visitor is therefore redirected to that page. The body is not read.
 */
function isFormOfPage(request: HonoRequest, { built }: Pages): boolean {
	const isForm = request.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
	return request.method === 'POST' && isForm && built?.paths.has(request.path) === true
}

function addressOf({ url }: HonoRequest): string {
	const { pathname, search } = new URL(url)
	return pathname + search
}

function renderedPolicy(nonce: string): string {
	return pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] })
}

/** Escapes each `%` if the path cannot be decoded. Otherwise React Router would log every such request. */
function readable(address: string): string {
	try {
		decodeURI(new URL(address).pathname)
		return address
	} catch {
		return address.replaceAll('%', '%25')
	}
}

/**
 * Returns the path as the build spells it: decoded and in lower case. The router in the browser ignores these differences too.
 * An encoded slash stays encoded, because the router treats it as part of a name.
 */
function usualSpelling(path: string): string {
	try {
		return decodeURI(path).toLowerCase()
	} catch {
		return path.toLowerCase()
	}
}

/** Turns `/free/` into `/free`. Returns undefined if there is no trailing slash. */
function withoutTrailingSlash(path: string): string | undefined {
	if (path === '/' || !path.endsWith('/')) return undefined
	return path.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
}
