import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { otherPages, type PageViewSink } from '#server/apis/page-views/page-view-sink.ts'
import { readBytes } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/env.ts'
import { createErrorHandler } from '#server/platform/http/error-handler.ts'
import { asRateLimitError, countByNetwork } from '#server/platform/http/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'

interface PageViewOptions {
	sink: PageViewSink
	/** The addresses the shop has pages at. */
	paths: readonly string[]
	/** Multiplies the limit; 1 in normal service. */
	scale: number
}

/** Bytes. The longest path of ours is far shorter. */
const longestBody = 512
/** Views from one address in a minute: more than a lecture hall reads, fewer than would spoil a day's figures. */
const viewsAMinute = 300

/**
 * `POST /page-views` with a path as its whole body, plain text: 204 once it is counted, or where the visitor's browser asks
 * not to be. Nothing else of the request is looked at but its address, which is held in memory for a minute to stop floods.
 */
export function pageViewRoutes({ sink, paths, scale }: PageViewOptions): Hono<Env> {
	const known = new Set(paths.map((path) => path.toLowerCase()))
	const limiter = countByNetwork(
		(share) => new RateLimiterMemory({ points: viewsAMinute * scale * share, duration: 60 }),
	)
	const routes = new Hono<Env>()
	routes.post('/page-views', async (c) => {
		await limiter.consume(c.get('clientAddress')).catch((refusal: unknown) => {
			throw asRateLimitError(refusal, 'Too many page views')
		})
		const from = c.req.header('sec-fetch-site')
		if (from !== undefined && from !== 'same-origin') {
			throw new AppError({ code: 'no_authorization', status: 403, message: 'Only pages of this site count' })
		}
		const path = pathIn((await readBytes(c.req.raw, longestBody)).toString('utf8'))
		const objects = c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1'
		if (!objects) sink.record(known.has(path) ? path : otherPages)
		return c.body(null, 204, { 'cache-control': 'no-store' })
	})
	routes.onError(renderError)
	return routes
}

const renderError = createErrorHandler((error) => {
	if (!(error instanceof AppError)) throw error
	const { code, message, status } = error
	return {
		status,
		body: { code, message },
		headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
	}
})

/** `/Career?utm=x#top` -> `/career`. Throws `validation_failed` for what is no path. */
function pathIn(body: string): string {
	const path = (body.split(/[?#]/)[0] ?? '').toLowerCase()
	if (!/^\/(?!\/)[^\s\\]*$/.test(path)) {
		throw new AppError({
			code: 'validation_failed',
			status: 400,
			message: 'The body must be a path of this site, as plain text',
		})
	}
	return path
}
