import { z } from 'zod'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { cancelFactorRemovalSchema, readBody } from '#server/apis/auth/schemas.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { emailLinkExpired } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { hashToken } from '#server/platform/tokens.ts'

const removalRow = z.object({ id: z.string(), user_id: z.string(), stopped_at: z.date().nullable() })

/**
 * `POST /account/keep-factors`: cancels the scheduled removal of a second factor. Needs only the token of the emailed link, and
 * may be repeated. Throws `otp_expired` if the token is unknown or the factor has already been removed.
 */
export function cancelFactorRemoval(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Cancels the removal of a second step.',
			for: 'callers',
			body: cancelFactorRemovalSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: (c) => readBody(c.req.raw, cancelFactorRemovalSchema),
		act: async (c, _caller, { token }) => {
			const now = auth.clock.now()
			const from = c.get('clientAddress')
			const stop = () =>
				auth.database.asServer(async (tx) => {
					const links = [hashToken(token)]
					const removal = await maybeOne(
						tx,
						sql`
				select id, user_id, stopped_at from auth.factor_removals
				where token_hashes @> ${links}::bytea[] and done_at is null for update`,
						removalRow,
					)
					if (removal === undefined) throw emailLinkExpired()
					if (removal.stopped_at !== null) return
					await tx.execute(sql`update auth.factor_removals set stopped_at = ${now} where id = ${removal.id}`)
					await recordEvent(tx, {
						userId: removal.user_id,
						action: 'factor_removal_stopped',
						from: deviceOf(c),
						now,
					})
				})
			await noteFailures(auth, { way: 'link to keep the second step', tried: {}, from }, () =>
				limitFailures(auth.rateLimits, [['verify', from]], stop),
			)
			return c.json({})
		},
	})
}
