import { z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { bodyLimitBytes, confirmNoticeSchema } from '#server/apis/functions/schemas.ts'
import { giveBack, limitTokens } from '#server/apis/functions/stop-emails.ts'
import { confirmNotice } from '#server/features/release-notices/notices.ts'
import { emailLinkExpired } from '#server/platform/errors.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /confirm-release-notice`: confirms an address by the token that was sent to it. A token works once. Throws
 * `otp_expired` if the token is unknown, used or expired.
 */
export function confirmReleaseNotice(options: FunctionOptions): Handler {
	const { authenticate, database, clock } = options
	return handle({
		about: {
			does: 'Confirms the address of a request to be told when a guide is out.',
			for: 'callers',
			body: confirmNoticeSchema,
			answers: { 200: z.strictObject({ productId: z.string() }) },
		},
		authenticate: (c) => authenticate(c.req.raw),
		limit: (c) => limitTokens(options, c),
		parse: (c) => readBody(c.req.raw, confirmNoticeSchema, bodyLimitBytes),
		act: async (c, _caller, { token }) => {
			const productId = await database.asServer((tx) => confirmNotice(tx, { token, now: clock.now() }))
			if (productId === undefined) throw emailLinkExpired()
			await giveBack(options, c)
			return c.json({ productId })
		},
	})
}
