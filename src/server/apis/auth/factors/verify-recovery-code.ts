import { sessionAnswer } from '#server/apis/auth/answers.ts'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { recoveryCodesLocked, secondStepFailed } from '#server/apis/auth/factors/errors.ts'
import { recoveryCodeHash } from '#server/apis/auth/factors/recovery-codes.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { readBody, recoveryCodeSchema } from '#server/apis/auth/schemas.ts'
import {
	type LiveSession,
	presentSession,
	raiseSession,
	requireLiveSession,
	type SignedIn,
} from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf } from '#server/apis/auth/user/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `POST /factors/recovery-codes/verify`: takes the second step with a single-use recovery code. */
export function verifyRecoveryCode(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Completes the second step with a recovery code.',
			for: 'users',
			body: recoveryCodeSchema,
			answers: { 200: sessionAnswer },
		},
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		parse: async (c) => {
			const { code } = await readBody(c.req.raw, recoveryCodeSchema)
			if (code === '') throw validationFailed('Code needs to be non-empty')
			return code
		},
		act: async (c, session, code) => {
			const given = { code, device: deviceOf(c), now: auth.clock.now() }
			// These codes are too long to be guessed; the limit only keeps the load low. It is counted per session, as otherwise a
			// stranger could lock the user out of their last resort.
			const limits = [['recoveryGuess', session.claims.session_id]] as const
			const tried = { userId: session.user.id }
			const attempt = { way: 'mfa/recovery_code', tried, from: given.device.address } as const
			const raised = await noteFailures(auth, attempt, () =>
				limitFailures(auth.rateLimits, limits, () =>
					auth.database.asServer((tx) => takeStep(tx, session, given)),
				),
			).catch((error: unknown) => {
				throw error instanceof AppError && error.status === 429
					? recoveryCodesLocked(error.retryAfter ?? 60)
					: error
			})
			return c.json(await presentSession(auth, raised))
		},
	})
}

async function takeStep(
	tx: Transaction,
	{ user, claims }: LiveSession,
	{ code, device, now }: { code: string; device: Device; now: Date },
): Promise<SignedIn> {
	await tx.execute(sql`select from auth.users where id = ${user.id} for no key update`)
	const factorId = user.factors.find(({ factor_type }) => factor_type === 'recovery_code')?.id
	const spent =
		factorId === undefined
			? 0
			: await tx.execute(sql`
				update auth.mfa_recovery_codes set used_at = ${now}
				where factor_id = ${factorId} and code_hash = ${recoveryCodeHash(code)} and used_at is null`)
	if (factorId === undefined || spent !== 1) throw secondStepFailed('Invalid recovery code entered')
	await recordEvent(tx, {
		userId: user.id,
		action: 'recovery_code_used',
		from: device,
		now,
		noticeTo: contactOf(user),
	})
	return await raiseSession(tx, {
		userId: user.id,
		sessionId: claims.session_id,
		factorId,
		method: 'mfa/recovery_code',
		device,
		now,
	})
}
