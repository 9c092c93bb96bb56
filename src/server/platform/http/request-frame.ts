import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { createClientAddress } from '#server/platform/http/client-address.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { makeRequestId } from '#server/platform/http/request-id.ts'
import { noContentPolicy, securityHeaders } from '#server/platform/http/security-headers.ts'
import { createUnlistedProxyWarning } from '#server/platform/http/unlisted-proxy.ts'
import type { ObserveRequest } from '#server/platform/metrics/metrics.ts'

interface RequestFrameOptions {
	siteUrl: string
	hstsSubdomains?: boolean
	trustedProxies: readonly string[]
	log: Logger
	/** Counts the request. */
	observeRequest?: ObserveRequest | undefined
}

/** The most characters of a path in the log; the site's own paths are far shorter. */
const longestPath = 200

/** Gives every request its id, its client's address and a line in the log, and every response the common headers. */
export function requestFrame({
	trustedProxies,
	log,
	observeRequest,
	...site
}: RequestFrameOptions): MiddlewareHandler<Env> {
	const clientAddress = createClientAddress(trustedProxies)
	const warnOfProxy = createUnlistedProxyWarning({ trustedProxies, log })
	const headers = Object.entries(securityHeaders(site))
	return async (c, next) => {
		const started = performance.now()
		const requestId = makeRequestId()
		c.set('requestId', requestId)
		const connection = c.env?.incoming?.socket.remoteAddress
		warnOfProxy(connection, (name) => c.req.header(name))
		c.set('clientAddress', clientAddress(connection, c.req.header('x-forwarded-for') ?? null))
		c.set('log', log.child({ request: requestId }))
		await next()
		// Headers that a route has set may be stricter: a download's URL contains a token, so its response forbids any referrer.
		for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
		if (!c.res.headers.has('content-security-policy'))
			c.res.headers.set('content-security-policy', noContentPolicy)
		c.res.headers.set('x-request-id', requestId)
		const ms = performance.now() - started
		observeRequest?.(routeOf(c), c.res.status, ms / 1000)
		// Logs only the start of the path, and never the query, which may contain a token, a Checkout Session's id or an address.
		c.get('log').info(
			{
				method: c.req.method,
				path: c.req.path.slice(0, longestPath),
				status: c.res.status,
				ms: Math.round(ms),
			},
			'request',
		)
	}
}

/**
 * Returns the pattern of the route that answered. All paths that belong to no route count as one, so that made-up paths do not
 * create metrics of their own.
 */
function routeOf(c: Context<Env>): string {
	const route = routePath(c)
	return route === '*' || route === '/*' ? 'other' : route
}
