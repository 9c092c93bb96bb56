import { renderSVG } from 'uqr'
import { secondStepFailed, serverClockWrong } from '#server/apis/auth/factors/errors.ts'
import type { FactorKind } from '#server/apis/auth/factors/factor-kind.ts'
import { authenticator, makeSecret, stepOf } from '#server/apis/auth/factors/factor-secret.ts'
import { aheadOfDatabase, clockDifference, farApartMs } from '#server/platform/db/clock-difference.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { openSecret, sealSecret } from '#server/platform/sealed-secret.ts'

/** Codes from an authenticator app. */
export const totp: FactorKind = {
	method: 'totp',
	isOffered: ({ settings }) => settings.totpOffered,
	notOffered: { code: 'mfa_totp_enroll_not_enabled', name: 'TOTP' },
	begin: ({ encryptionKeys }, { id, user, issuer }) => {
		const secret = makeSecret()
		const app = authenticator(secret, { issuer, label: user.email || `+${user.phone}` })
		const uri = app.toString()
		return {
			sealed: sealSecret(secret, id, encryptionKeys[0]),
			shown: { totp: { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret: app.secret.base32, uri } },
		}
	},
	challenge: async () => ({ stored: {}, sent: {} }),
	checkForm: ({ code }) => {
		if (code === '') throw validationFailed('Code needs to be non-empty')
	},
	/** Accepts each code once. Once a code has been accepted, codes of earlier times are rejected too. */
	check: async (tx, { encryptionKeys }, { factor, challenge, answer, now }) => {
		const secret = openSecret(challenge.secret_sealed ?? Buffer.alloc(0), factor.id, encryptionKeys)
		const step = stepOf(answer.code, secret, now)
		const isFresh =
			step !== undefined &&
			(await tx.execute(sql`
				update auth.mfa_factors set last_used_step = ${step}
				where id = ${factor.id} and (last_used_step is null or last_used_step < ${step})`)) === 1
		if (isFresh) return
		const ahead = await aheadOfDatabase(tx)
		if (step === undefined && Math.abs(ahead) > farApartMs) throw serverClockWrong(clockDifference(ahead))
		throw secondStepFailed('Invalid TOTP code entered')
	},
}
