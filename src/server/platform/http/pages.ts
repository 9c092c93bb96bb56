import { randomBytes } from 'node:crypto'
import type { Handler, HonoRequest } from 'hono'
import type { BuiltAnswer, BuiltPages } from '#server/platform/http/built-pages.ts'
import type { Env } from '#server/platform/http/env.ts'
import { pagePolicy } from '#server/platform/http/security-headers.ts'

/** The pages of the web build, or, while developing, what renders them. */
export type Pages = { built: BuiltPages } | DevelopmentPages

export interface DevelopmentPages {
	built?: undefined
	render(request: Request): Promise<Response>
	/** The policy of a rendered page, if it differs from that of a built one. */
	policy?: (nonce: string) => string
}

/** Carries the nonce of a page's inline code to its rendering. Only ever set here; a visitor's own is dropped. */
const nonceHeader = 'x-csp-nonce'

/** Answers every address that belongs to no API. Nothing is rendered for a visitor, so made-up addresses cost next to nothing. */
export function pageHandler({ pages }: { pages: Pages }): Handler<Env> {
	return async (c) => {
		if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
			if (isFormOfPage(c.req, pages)) return c.redirect(addressOf(c.req), 303)
			return c.json({ message: 'Method not allowed' }, 405, { allow: 'GET, HEAD' })
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

/** Answers with the page built as `404` beside the one asked for (`/categories/404`), or with that of the whole site. */
async function sendNotFound(request: HonoRequest, path: string, built: BuiltPages): Promise<Response> {
	const folder = path.slice(0, path.lastIndexOf('/'))
	for (const page of [`${folder}/404`, '/404']) {
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

/**
 * The address as the pages are built: in small letters and decoded, as the router in the browser reads it. A slash that is
 * encoded stays so: to the router it is part of a name.
 */
function usualSpelling(path: string): string {
	try {
		return decodeURI(path).toLowerCase()
	} catch {
		return path.toLowerCase()
	}
}

/** One address a page: `/free/` is `/free`. Undefined if nothing needs to change. */
function withoutTrailingSlash(path: string): string | undefined {
	if (path === '/' || !path.endsWith('/')) return undefined
	return path.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
}
