import type { Context } from 'hono'
import { z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Env } from '#server/platform/http/env.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'
import { stopReviewRequests as stop } from '#server/shop/reviews/ask-for-reviews.ts'

/**
 * `POST /stop-review-requests?token=`: stops the emails that ask the user for reviews. A mail program calls it when its user presses
 * "Unsubscribe" (RFC 8058), without any header of ours, so the body is not read. Throws `otp_expired` if the token is unknown.
 */
export function stopReviewRequests({ database, rateLimits }: FunctionOptions): Handler {
	return handle({
		authenticate: anyone,
		limit: (c) => rateLimits.consume('noticeToken', c.get('clientAddress')),
		parse: readToken,
		act: async (c, _caller, token) => {
			if (!(await stop(database, token)))
				throw new AppError({
					code: 'otp_expired',
					status: 403,
					message: 'Email link is invalid or has expired',
				})
			// Many people may unsubscribe through one mail provider, so only failed attempts count.
			await rateLimits.giveBack('noticeToken', c.get('clientAddress'))
			return c.json({})
		},
	})
}

/** `GET /stop-review-requests?token=`: leads a person to the page with the button. Changes nothing, as scanners open every link. */
export function showStopPage(): Handler {
	return handle({
		authenticate: anyone,
		parse: readToken,
		act: (c, _caller, token) => c.redirect(`/reviews/stop?token=${token}`, 303),
	})
}

function readToken(c: Context<Env>): string {
	const token = z.uuid().safeParse(c.req.query('token'))
	if (token.success) return token.data
	throw new AppError({ code: 'validation_failed', status: 400, message: 'The link is incomplete' })
}
