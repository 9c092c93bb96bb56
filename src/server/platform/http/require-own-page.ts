import type { Context } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import type { Env } from '#server/platform/http/env.ts'

/**
 * Throws `no_authorization` if a browser says that a page of another site sent the request. Otherwise that site could use its visitors'
 * network addresses to get around a limit.
 */
export function requireOwnPage(c: Context<Env>): void {
	const from = c.req.header('sec-fetch-site')
	if (from === undefined || from === 'same-origin') return
	throw new AppError({
		code: 'no_authorization',
		status: 403,
		message: 'Only pages of this site may send this request',
	})
}
