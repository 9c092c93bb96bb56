import type { FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { invalid } from '#server/apis/auth/schemas.ts'
import { hashCode } from '#server/apis/auth/tokens.ts'
import { readUser } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'

/** Codes sent to a phone. */
export const phone: FactorKind = {
	method: 'mfa/phone',
	isOffered: ({ phone: offered }) => offered !== undefined,
	notOffered: { code: 'mfa_phone_enroll_not_enabled', name: 'Phone' },
	begin: (auth, { user, phone: given }) => {
		if (given === '') throw invalid('Phone number required to enroll Phone factor')
		const number = readPhone(given)
		requirePhone(auth).readChannel(number, '')
		// Somebody who takes over this number would have both factors.
		if (number === user.phone) throw sameNumber()
		if (user.factors.some(({ phone: known, status }) => known === number && status === 'verified'))
			throw new AppError({
				code: 'mfa_verified_factor_exists',
				status: 422,
				message: 'A verified phone factor already exists, unenroll the existing factor to continue',
			})
		return { sealed: null, phone: number, shown: { phone: number } }
	},
	challenge: async (auth, { user, factor, channel }) => {
		const number = factor.phone ?? ''
		if (auth.phone === undefined)
			throw new AppError({
				code: 'mfa_phone_verify_not_enabled',
				status: 422,
				message: 'MFA verification is disabled for Phone',
			})
		const texts = auth.phone
		const known = texts.readChannel(number, channel)
		const isVerified = factor.status === 'verified'
		return {
			stored: { channel: known },
			sent: {},
			queue: (tx, challengeId) =>
				texts.sendChallenge(tx, { challengeId, user, phone: number, isVerified, now: auth.clock.now() }),
		}
	},
	checkForm: ({ code }) => {
		if (code === '') throw invalid('Code needs to be non-empty')
	},
	checkElsewhere: (auth, { factor, answer }) =>
		requirePhone(auth).checkAtGateway(factor.phone ?? '', answer.code),
	check: async (tx, auth, { user, factor, challenge, answer, checkedElsewhere, now }) => {
		// The number may have become the sign-in number after this factor was added.
		if ((await readUser(tx, user.id)).phone === factor.phone) throw sameNumber()
		const typed = hashCode(challenge.id, answer.code)
		if (!(checkedElsewhere ?? challenge.code_hash?.equals(typed)))
			throw new AppError({
				code: 'mfa_verification_failed',
				status: 422,
				message: 'Invalid MFA Phone code entered',
			})
		await auth.phone?.countUse(tx, factor.phone ?? '', now)
	},
}

/** The error for a phone number that would be both the first and the second factor. */
export function sameNumber(): AppError {
	return new AppError({
		code: 'validation_failed',
		status: 422,
		message: 'A number that signs in cannot be the second step too',
	})
}
