import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Rejects requests that other web pages in the same browser may send: writes from another origin, and requests to a host name that
 * somebody else has pointed at this machine (DNS rebinding). If `host` is not a loopback address, the sandbox was made reachable on
 * purpose, so any host name is accepted.
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

/** Reads and validates a JSON or form body. Throws a 400 if it is invalid. */
export async function readInput<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
	const given: unknown = isJson(c) ? await c.req.json().catch(() => undefined) : await c.req.parseBody()
	const parsed = schema.safeParse(given)
	if (parsed.success) return parsed.data
	const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
	throw new HTTPException(400, { message: faults.join('; ') })
}

export function isJson(c: Context): boolean {
	return c.req.header('content-type')?.includes('json') ?? false
}
