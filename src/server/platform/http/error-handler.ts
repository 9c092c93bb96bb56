import type { Context } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import { asRefusal } from '#server/platform/db/failure.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** An error in the format of one API. */
interface FormattedError {
	status: number
	body: object
	headers?: Record<string, string>
	/** Logs an error that the caller sees as a 4xx. */
	isOurFault?: boolean
}

/**
 * Makes the error handler of an API, which formats the body. This is the one place that logs what went wrong on the server and
 * sets `Retry-After`.
 */
export function createErrorHandler(format: (error: unknown, requestId: string) => FormattedError) {
	return (thrown: unknown, c: Context<Env>): Response => {
		const error = asRefusal(thrown)
		const { status, body, headers, isOurFault = status >= 500 } = format(error, c.get('requestId'))
		if (isOurFault) c.get('log').error({ err: error, path: c.req.path.slice(0, 200) }, 'request failed')
		const retryAfter = error instanceof AppError ? error.retryAfter : undefined
		return new Response(c.req.method === 'HEAD' ? null : JSON.stringify(body), {
			status,
			headers: {
				'content-type': 'application/json; charset=utf-8',
				...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
				...headers,
			},
		})
	}
}
