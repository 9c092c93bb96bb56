import { challengeAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { codeAttempt } from '#server/apis/auth/factors/code-attempt.ts'
import { factorNotFound } from '#server/apis/auth/factors/errors.ts'
import { kindOf, requireFactor } from '#server/apis/auth/factors/require-factor.ts'
import { challengeSchema, readOptionalBody } from '#server/apis/auth/schemas.ts'
import { lockAccountOf } from '#server/apis/auth/sessions/sessions.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** How long a challenge may be answered. */
export const challengeSeconds = 300

/** `POST /factors/:id/challenge`: creates a challenge that can be answered once. */
export function challengeFactor(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Creates a challenge for a second step.',
			for: 'users',
			body: challengeSchema,
			answers: { 200: challengeAnswer },
		},
		authenticate: (c) => requireFactor(auth, c),
		limit: async (c, { session, factor }) => {
			// Until the factor is verified, the number may be a stranger's, so messages to it are limited.
			if (factor.phone !== null && factor.status === 'unverified')
				await auth.rateLimits.consume('text', c.get('clientAddress'))
			const { key } = await codeAttempt(auth, session, c.get('clientAddress'))
			await auth.rateLimits.consume('factorChallenge', key)
		},
		parse: (c) => readOptionalBody(c.req.raw, challengeSchema),
		act: async (c, { session, factor }, { channel }) => {
			const { user } = session
			const { stored, sent, queue } = await kindOf(factor).challenge(auth, { user, factor, channel })
			const now = auth.clock.now()
			const add = sql`
				with challenged as (update auth.mfa_factors set last_challenged_at = ${now} where id = ${factor.id} returning id)
				insert into auth.mfa_challenges (factor_id, ip_address, webauthn_challenge, channel, created_at)
				select id, ${c.get('clientAddress')}, ${stored.webauthn ?? null}, ${stored.channel ?? null}, ${now} from challenged returning id`
			const challenge = await auth.database.asServer(async (tx) => {
				if (queue !== undefined) await lockAccountOf(tx, session, now)
				const added = await maybeOne(tx, add, idRow)
				// The factor has been removed in the meantime.
				if (added === undefined) throw factorNotFound()
				await queue?.(tx, added.id)
				return added
			})
			const expiresAt = Math.floor(now.getTime() / 1000) + challengeSeconds
			return c.json({ id: challenge.id, type: factor.factor_type, expires_at: expiresAt, ...sent })
		},
	})
}
