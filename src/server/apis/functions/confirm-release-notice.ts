import type { Context } from 'hono'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { bodyLimitBytes, confirmNoticeSchema, noticeTokenSchema } from '#server/apis/functions/schemas.ts'
import { AppError } from '#server/platform/app-error.ts'
import { readBody } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/env.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'
import { confirmNotice, stopNotices } from '#server/shop/release-notices/notices.ts'

/**
 * `POST /confirm-release-notice`: confirms an address by the token it was sent, which works once. Throws `otp_expired` if the token is
 * unknown, used or expired.
 */
export function confirmReleaseNotice(options: FunctionOptions): Handler {
	const { authenticate, database, clock } = options
	return handle({
		authenticate: (c) => authenticate(c.req.raw),
		limit: (c) => limitTokens(options, c),
		parse: (c) => readBody(c.req.raw, confirmNoticeSchema, bodyLimitBytes),
		act: async (c, _caller, { token }) => {
			const productId = await database.asServer((tx) => confirmNotice(tx, { token, now: clock.now() }))
			if (productId === undefined) throw unknownToken()
			await giveBack(options, c)
			return c.json({ productId })
		},
	})
}

/**
 * `POST /cancel-release-notices?token=`: stops all emails about releases to the address that the token was sent to. A mail program calls
 * it when its user presses "Unsubscribe" (RFC 8058), without any header of ours, so the body is not read. Throws `otp_expired` if the
 * token is unknown.
 */
export function cancelReleaseNotices(options: FunctionOptions): Handler {
	const { database, clock } = options
	return handle({
		authenticate: anyone,
		limit: (c) => limitTokens(options, c),
		parse: (c) => readToken(c),
		act: async (c, _caller, token) => {
			const known = await database.asServer((tx) => stopNotices(tx, { token, now: clock.now() }))
			if (!known) throw unknownToken()
			await giveBack(options, c)
			return c.json({})
		},
	})
}

/** `GET /cancel-release-notices?token=`: leads a person to the page with the button. Changes nothing, as scanners open every link. */
export function showCancelPage(): Handler {
	return handle({
		authenticate: anyone,
		parse: (c) => readToken(c),
		act: (c, _caller, token) => c.redirect(`/notice/stop?token=${token}`, 303),
	})
}

function readToken(c: Context<Env>): string {
	const token = noticeTokenSchema.safeParse(c.req.query('token'))
	if (token.success) return token.data
	throw new AppError({ code: 'validation_failed', status: 400, message: 'The link is incomplete' })
}

/** Only failed attempts count in the end: on the day of a release many people may unsubscribe through one mail provider. */
async function limitTokens({ rateLimits }: FunctionOptions, c: Context<Env>): Promise<void> {
	await rateLimits.consume('noticeToken', c.get('clientAddress'))
}

async function giveBack({ rateLimits }: FunctionOptions, c: Context<Env>): Promise<void> {
	await rateLimits.giveBack('noticeToken', c.get('clientAddress'))
}

function unknownToken(): AppError {
	return new AppError({
		code: 'otp_expired',
		status: 403,
		message: 'Email link is invalid or has expired',
	})
}
