import {
	phoneFactorExists,
	phoneFactorsDisabled,
	phoneIsBothSteps,
	secondStepFailed,
} from '#server/apis/auth/factors/errors.ts'
import type { FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { hashCode } from '#server/apis/auth/tokens.ts'
import { readUser } from '#server/apis/auth/user/users.ts'
import { validationFailed } from '#server/platform/errors.ts'

/** Codes sent to a phone. */
export const phone: FactorKind = {
	method: 'mfa/phone',
	isOffered: ({ phone: offered }) => offered !== undefined,
	notOffered: { code: 'mfa_phone_enroll_not_enabled', name: 'Phone' },
	begin: (auth, { user, phone: given }) => {
		if (given === '') throw validationFailed('Phone number required to enroll Phone factor')
		const number = readPhone(given)
		requirePhone(auth).readChannel(number, '')
		// Somebody who takes over this number would have both factors.
		if (number === user.phone) throw phoneIsBothSteps()
		if (user.factors.some(({ phone: known, status }) => known === number && status === 'verified'))
			throw phoneFactorExists()
		return { sealed: null, phone: number, shown: { phone: number } }
	},
	challenge: async (auth, { user, factor, channel }) => {
		const number = factor.phone ?? ''
		if (auth.phone === undefined) throw phoneFactorsDisabled()
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
		if (code === '') throw validationFailed('Code needs to be non-empty')
	},
	checkElsewhere: (auth, { factor, answer }) =>
		requirePhone(auth).checkAtGateway(factor.phone ?? '', answer.code),
	check: async (tx, auth, { user, factor, challenge, answer, checkedElsewhere, now }) => {
		// The number may have become the sign-in number after this factor was added.
		if ((await readUser(tx, user.id)).phone === factor.phone) throw phoneIsBothSteps()
		const typed = hashCode(challenge.id, answer.code)
		if (!(checkedElsewhere ?? challenge.code_hash?.equals(typed)))
			throw secondStepFailed('Invalid MFA Phone code entered')
		await auth.phone?.countUse(tx, factor.phone ?? '', now)
	},
}
