import type { Context } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import { asRefusal } from '#server/platform/db/failure.ts'
import { asPageInTab, type ErrorPageText } from '#server/platform/http/error-page.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** An error in the format of one API. */
interface FormattedError {
	status: number
	body: object
	headers?: Record<string, string>
	/** Whether to log the error although the caller receives a 4xx. */
	isOurFault?: boolean
}

/** Formats an error as one API does. `header` reads a header of the request. */
export type FormatError = (
	error: unknown,
	requestId: string,
	header: (name: string) => string | undefined,
) => FormattedError

/**
 * Makes the error handler of an API. `format` makes the body of the response, and `pageText` what a page says instead if a browser
 * shows the response in a tab. The handler also logs what went wrong on the server, and sets `Retry-After`. For errors of the API, no
 * other code does this.
 */
export function createErrorHandler(
	format: FormatError,
	pageText?: (status: number, error: unknown) => ErrorPageText,
) {
	return (thrown: unknown, c: Context<Env>): Response => {
		const error = asRefusal(thrown)
		const requestId = c.get('requestId')
		const formatted = format(error, requestId, (name) => c.req.header(name))
		const { status, headers, isOurFault = status >= 500 } = formatted
		if (isOurFault) c.get('log').error({ err: error, path: c.req.path.slice(0, 200) }, 'request failed')
		const retryAfter = error instanceof AppError ? error.retryAfter : undefined
		const refused = {
			status,
			body: c.req.method === 'HEAD' ? null : JSON.stringify(formatted.body),
			headers: {
				'content-type': 'application/json; charset=utf-8',
				...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
				...headers,
			},
		}
		const reference = isOurFault ? requestId : undefined
		const { body, ...answer } = asPageInTab(c.req, refused, pageText?.(status, error), reference)
		return new Response(body, answer)
	}
}
