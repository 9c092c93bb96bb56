import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { createClientAddress } from '#server/platform/http/client-address.ts'
import type { Env } from '#server/platform/http/env.ts'
import { makeRequestId } from '#server/platform/http/request-id.ts'
import { noContentPolicy, securityHeaders } from '#server/platform/http/security-headers.ts'
import { createUnlistedProxyWarning } from '#server/platform/http/unlisted-proxy.ts'

interface RequestFrameOptions {
	siteUrl: string
	hstsSubdomains?: boolean
	trustedProxies: readonly string[]
	log: Logger
}

/** Characters of a path that are logged. The longest address of ours is far shorter. */
const longestPath = 200

/** Gives every request its reference, its visitor's address and its line in the log, and every answer the common headers. */
export function requestFrame({ trustedProxies, log, ...site }: RequestFrameOptions): MiddlewareHandler<Env> {
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
		// A service may be stricter: a download sends no referrer at all, as its address holds a token.
		for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
		if (!c.res.headers.has('content-security-policy'))
			c.res.headers.set('content-security-policy', noContentPolicy)
		c.res.headers.set('x-request-id', requestId)
		// The path only, and its beginning: a query can hold a token, a session id or an address.
		c.get('log').info(
			{
				method: c.req.method,
				path: c.req.path.slice(0, longestPath),
				status: c.res.status,
				ms: Math.round(performance.now() - started),
			},
			'request',
		)
	}
}
