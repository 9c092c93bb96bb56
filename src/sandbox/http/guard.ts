import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Keeps other web pages in the same browser out: a foreign page can neither post here, nor reach us by a name of its own
 * that points at this machine. `host` is the address we listen on; one that is not loopback was opened up on purpose.
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
