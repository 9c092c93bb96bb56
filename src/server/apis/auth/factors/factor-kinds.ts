import type { FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { phone } from '#server/apis/auth/factors/phone.ts'
import { totp } from '#server/apis/auth/factors/totp.ts'
import { webauthn } from '#server/apis/auth/factors/webauthn.ts'
import type { FactorRow } from '#server/apis/auth/user/users.ts'

/** Every kind of second step but recovery codes, which only replace one. */
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
