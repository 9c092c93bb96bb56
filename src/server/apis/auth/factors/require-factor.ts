import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { malformedId } from '#server/apis/auth/errors.ts'
import { factorNotFound } from '#server/apis/auth/factors/errors.ts'
import type { FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { phone } from '#server/apis/auth/factors/phone.ts'
import { totp } from '#server/apis/auth/factors/totp.ts'
import { webauthn } from '#server/apis/auth/factors/webauthn.ts'
import { type LiveSession, requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import type { FactorRow } from '#server/apis/auth/user/users.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** Every kind of second factor except recovery codes, which only stand in for another. */
export const factorKinds: Readonly<Record<Exclude<FactorRow['factor_type'], 'recovery_code'>, FactorKind>> = {
	totp,
	phone,
	webauthn,
}

/** Returns the kind of a factor that `requireFactor` has found. */
export function kindOf({ factor_type }: FactorRow): FactorKind {
	if (factor_type === 'recovery_code') throw new Error('recovery codes are no second step of their own')
	return factorKinds[factor_type]
}

/**
 * Returns the caller's session and the factor named in the URL. Throws the same error for another user's factor as for an unknown
 * one.
 */
export async function requireFactor(
	auth: AuthDependencies,
	c: Context<Env>,
): Promise<{ session: LiveSession; factor: FactorRow }> {
	const session = await requireLiveSession(auth, c.req.raw)
	const id = z.uuid().safeParse(c.req.param('id')).data
	if (id === undefined) throw malformedId('factor_id')
	// Recovery codes have their own endpoints.
	const factor = session.user.factors.find(
		(candidate) => candidate.id === id.toLowerCase() && candidate.factor_type !== 'recovery_code',
	)
	if (factor === undefined) throw factorNotFound()
	return { session, factor }
}
