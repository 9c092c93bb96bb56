import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/platform/http/env.ts'

interface ApiFrameOptions {
	methods: readonly string[]
	/** Request headers a page of another origin may send. */
	accepts: readonly string[]
	/** Answer headers a page of another origin may read. */
	exposes: readonly string[]
}

/**
 * Around every request of a wire that speaks by bearer tokens: any origin may ask, as a browser sends no cookie with what it
 * lets every origin ask, and nothing is kept on the way. The headers are added to the finished answer: to set them beforehand, as Hono's own `cors`
 * does, makes Hono build each answer a second time and copy its bytes.
 */
export function apiFrame({ methods, accepts, exposes }: ApiFrameOptions): MiddlewareHandler<Env> {
	const preflight = {
		'access-control-allow-origin': '*',
		'access-control-allow-methods': methods.join(', '),
		'access-control-allow-headers': accepts.join(', '),
		'access-control-max-age': '600',
	}
	const exposed = [...exposes, 'retry-after', 'x-request-id'].join(', ')
	return async (c, next) => {
		if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight })
		await next()
		const { headers } = c.res
		headers.set('access-control-allow-origin', '*')
		headers.set('access-control-expose-headers', exposed)
		headers.append('vary', 'Authorization, Apikey')
		if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
		return undefined
	}
}
