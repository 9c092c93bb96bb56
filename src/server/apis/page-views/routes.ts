import { type Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { createErrorHandler, type FormatError } from '#server/platform/http/error-handler.ts'
import { anyone, type Env, handle, requireOwnPage } from '#server/platform/http/handle.ts'
import { asRateLimitError, countByNetwork } from '#server/platform/http/rate-limit.ts'
import { signUpBegun } from '#shared/paths.ts'

/** The destination of page views: the shop's own table, or an analytics service. */
export interface PageViewSink {
	/** Records one view of a page, or of `otherPages`. Returns immediately and never throws. */
	record(path: string): void
	/** Flushes the views that have not been written or sent yet. */
	close(): Promise<void>
}

interface PageViewOptions {
	sink: PageViewSink
	/** Returns whether the shop has a page at a path now. Paths have no capitals. */
	isPage: (path: string) => boolean
	/** Multiplies the limit. It is 1 in normal service, and less in each of several workers. */
	scale: number
}

/** Counts all unknown paths as one: what visitors type by mistake is not recorded. */
const otherPages = '(other)'

/** The most bytes that a body may have. The longest path of the site is far shorter. */
const longestBody = 512
/** Views a minute from one address: more than a lecture hall needs, too few to distort a day's figures. */
const viewsAMinute = 300

/**
 * Serves `POST /page-views`, whose body is a path in plain text. Also answers 204 if the view is not counted, because the browser
 * asks not to be tracked or has only prepared the page. The only personal data that is read is the client's address, which is kept in memory for a minute to
 * limit the rate.
 */
export function pageViewRoutes({ sink, isPage, scale }: PageViewOptions): Hono<Env> {
	const limiter = countByNetwork(
		(share) => new RateLimiterMemory({ points: Math.ceil(viewsAMinute * scale * share), duration: 60 }),
	)
	const routes = new Hono<Env>()
	routes.post(
		'/page-views',
		handle({
			about: {
				does: 'Counts a view of the page whose path is the body, as plain text.',
				for: 'anyone',
				answers: { 204: 'nothing' },
			},
			authenticate: anyone,
			limit: (c) =>
				limiter.consume(c.get('clientAddress')).catch((refusal: unknown) => {
					throw asRateLimitError(refusal, 'Too many page views')
				}),
			parse: readPath,
			act: (c, _caller, path) => {
				const objects = c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1'
				if (!objects && !isAhead(c)) sink.record(path === signUpBegun || isPage(path) ? path : otherPages)
				return c.body(null, 204, { 'cache-control': 'no-store' })
			},
		}),
	)
	routes.onError(renderError)
	return routes
}

/** The format of errors, for the documentation of the APIs. */
export const pageViewErrors = z.strictObject({ code: z.string(), message: z.string() })

export const formatError: FormatError = (error) => {
	if (!(error instanceof AppError)) throw error
	const { code, message, status } = error
	return {
		status,
		body: { code, message },
		headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
	}
}

const renderError = createErrorHandler(formatError)

/**
 * Returns whether the browser has only fetched or rendered the page ahead of the visitor, who may never open it. Our own script
 * waits until the page is shown; scripts of earlier releases and of caches don't.
 */
function isAhead(c: Context<Env>): boolean {
	return /\bprefetch\b/i.test(`${c.req.header('sec-purpose')} ${c.req.header('purpose')}`)
}

/** Returns the path in the body. Throws `no_authorization` if a page of another site sent it. */
async function readPath(c: Context<Env>): Promise<string> {
	requireOwnPage(c)
	return pathIn((await readBytes(c.req.raw, longestBody)).toString('utf8'))
}

/** Turns `/Career?utm=x#top` into `/career`. Throws `validation_failed` if the body is not a path. */
function pathIn(body: string): string {
	const path = (body.split(/[?#]/)[0] ?? '').toLowerCase()
	if (!/^\/(?!\/)[^\s\\]*$/.test(path))
		throw validationFailed('The body must be a path of this site, as plain text')
	return path
}
