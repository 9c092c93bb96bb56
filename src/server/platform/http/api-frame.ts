import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/platform/http/handle.ts'

interface ApiFrameOptions {
	methods: readonly string[]
	/** Response headers that pages of other origins may read. */
	exposes: readonly string[]
}

/**
 * Adds the CORS and cache headers of an API. Any origin is allowed, and so is any header that it wants to send: these APIs use
 * bearer tokens, never cookies, and an app may add headers of its own to every call of the official client. The headers are
 * added to the finished response, because setting them first, as Hono's own `cors` does, makes Hono copy every response.
 */
export function apiFrame({ methods, exposes }: ApiFrameOptions): MiddlewareHandler<Env> {
	const preflight = {
		'access-control-allow-origin': '*',
		'access-control-allow-methods': methods.join(', '),
		'access-control-max-age': '600',
		vary: 'Access-Control-Request-Headers',
	}
	const exposed = [...exposes, 'retry-after', 'x-request-id'].join(', ')
	return async (c, next) => {
		if (c.req.method === 'OPTIONS') {
			const asked = c.req.header('access-control-request-headers')
			return new Response(null, {
				status: 204,
				headers: asked === undefined ? preflight : { ...preflight, 'access-control-allow-headers': asked },
			})
		}
		await next()
		const { headers } = c.res
		headers.set('access-control-allow-origin', '*')
		headers.set('access-control-expose-headers', exposed)
		headers.append('vary', 'Authorization, Apikey')
		if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
		return undefined
	}
}
