import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { codeAttempt } from '#server/apis/auth/factors/code-attempt.ts'
import { findFactor } from '#server/apis/auth/factors/find-factor.ts'
import type { Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Env } from '#server/platform/http/env.ts'

/** How long a challenge may be answered. */
export const challengeSeconds = 300

/** `POST /factors/:id/challenge`: creates a challenge that can be answered once, from this network address. */
export async function challengeFactor(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const { session, factor } = await findFactor(c, auth)
	const address = c.get('clientAddress')
	const { key } = await codeAttempt(auth, session, address)
	await auth.rateLimits.consume('factorChallenge', key)
	const now = auth.clock.now()
	const [challenge] = await auth.database.query<Row & { id: string }>(sql`
		with challenged as (update auth.mfa_factors set last_challenged_at = ${now} where id = ${factor.id} returning id)
		insert into auth.mfa_challenges (factor_id, ip_address, created_at)
		select id, ${address}, ${now} from challenged returning id`)
	if (challenge === undefined) throw new Error('no challenge was made')
	const expiresAt = Math.floor(now.getTime() / 1000) + challengeSeconds
	return c.json({ id: challenge.id, type: 'totp', expires_at: expiresAt })
}
