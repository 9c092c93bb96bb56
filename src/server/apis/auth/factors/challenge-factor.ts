import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { codeAttempt } from '#server/apis/auth/factors/code-attempt.ts'
import { kindOf } from '#server/apis/auth/factors/factor-kinds.ts'
import { requireFactor } from '#server/apis/auth/factors/require-factor.ts'
import type { Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** How long a challenge may be answered. */
export const challengeSeconds = 300

/** `POST /factors/:id/challenge`: creates a challenge that can be answered once, from this network address. */
export function challengeFactor(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => requireFactor(auth, c),
		limit: async (c, { session }) => {
			const { key } = await codeAttempt(auth, session, c.get('clientAddress'))
			await auth.rateLimits.consume('factorChallenge', key)
		},
		act: async (c, { session, factor }) => {
			const { stored, sent } = await kindOf(factor).challenge(auth, { user: session.user, factor })
			const now = auth.clock.now()
			const [challenge] = await auth.database.query<Row & { id: string }>(sql`
				with challenged as (update auth.mfa_factors set last_challenged_at = ${now} where id = ${factor.id} returning id)
				insert into auth.mfa_challenges (factor_id, ip_address, webauthn_challenge, created_at)
				select id, ${c.get('clientAddress')}, ${stored}, ${now} from challenged returning id`)
			if (challenge === undefined) throw new Error('no challenge was made')
			const expiresAt = Math.floor(now.getTime() / 1000) + challengeSeconds
			return c.json({ id: challenge.id, type: factor.factor_type, expires_at: expiresAt, ...sent })
		},
	})
}
