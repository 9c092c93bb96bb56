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
		const asked = new URL(c.req.url)
		if (onlyLoopback && !loopbackHosts.includes(asked.hostname)) {
			throw new HTTPException(421, { message: 'The sandbox answers on this machine only.' })
		}
		const origin = c.req.header('origin')
		if (
			c.req.method !== 'GET' &&
			c.req.method !== 'HEAD' &&
			origin !== undefined &&
			origin !== asked.origin
		) {
			throw new HTTPException(403, { message: 'Another site may not use the sandbox.' })
		}
		await next()
	}
}
