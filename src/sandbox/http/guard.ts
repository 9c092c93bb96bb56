import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Rejects requests from other web pages in the same browser: cross-origin writes, and host names of another site that resolve
 * to this machine (DNS rebinding). If `host` is not a loopback address, the sandbox was made reachable deliberately.
 */
export function guard(host: string): MiddlewareHandler {
	const onlyLoopback = loopbackHosts.includes(host) || host === '::1'
	return async (c, next) => {
		const url = new URL(c.req.url)
		if (onlyLoopback && !loopbackHosts.includes(url.hostname)) {
			throw new HTTPException(421, { message: 'The sandbox only answers on this machine.' })
		}
		const origin = c.req.header('origin')
		if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && origin !== undefined && origin !== url.origin) {
			throw new HTTPException(403, { message: 'Requests from other sites are not allowed.' })
		}
		await next()
	}
}
