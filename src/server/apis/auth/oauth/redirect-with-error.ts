import type { Context } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import { unexpectedFailure } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** OAuth's error names for our status codes. */
const words: ReadonlyMap<number, string> = new Map([
	[401, 'unauthorized_client'],
	[403, 'access_denied'],
	[422, 'access_denied'],
	[429, 'temporarily_unavailable'],
	[500, 'server_error'],
	[503, 'temporarily_unavailable'],
])

/**
 * Redirects the browser with the error in query and fragment, as the reference server does. An unexpected error is
 * logged and reported as a failure.
 */
export function redirectWithError(
	c: Context<Env>,
	target: URL,
	thrown: unknown,
	{ status = 302 }: { status?: 302 | 303 } = {},
): Response {
	const error = errorToShow(c, thrown)
	const parameters = {
		error: words.get(error.status) ?? 'invalid_request',
		error_code: error.code,
		error_description: error.message,
	}
	const address = new URL(target)
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
	address.hash = `${new URLSearchParams(parameters)}&sb=`
	return c.redirect(address.href, status)
}

function errorToShow(c: Context<Env>, thrown: unknown): AppError {
	if (!(thrown instanceof AppError)) {
		c.get('log').error({ err: thrown }, 'an OAuth sign-in failed')
		return unexpectedFailure('Unexpected failure')
	}
	if (thrown.cause !== undefined) c.get('log').warn({ err: thrown.cause }, thrown.message)
	return thrown
}
