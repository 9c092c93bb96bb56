import { z } from 'zod'
import { limitAttempts } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { challengeSeconds } from '#server/apis/auth/factors/challenge-factor.ts'
import { codeAttempt } from '#server/apis/auth/factors/code-attempt.ts'
import { openSecret, stepOf } from '#server/apis/auth/factors/factor-secret.ts'
import { requireFactor } from '#server/apis/auth/factors/require-factor.ts'
import { factorCodeSchema, invalid, readBody } from '#server/apis/auth/schemas.ts'
import {
	type LiveSession,
	presentSession,
	raiseSession,
	type SignedIn,
} from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import type { FactorRow } from '#server/apis/auth/user/users.ts'
import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /factors/:id/verify`: takes the second step with a code from the app and returns the same session at `aal2`.
 * The first code of a new factor switches it on. A code works once, and no code of an earlier time works after it.
 */
export function verifyFactor(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) => requireFactor(auth, c),
		parse: async (c) => {
			const { code, challenge_id } = await readBody(c.req.raw, factorCodeSchema)
			if (code === '') throw invalid('Code needs to be non-empty')
			return { code, challengeId: z.uuid().safeParse(challenge_id).data ?? null }
		},
		act: async (c, factorAndSession, answer) => {
			const attempt = await codeAttempt(auth, factorAndSession.session, c.get('clientAddress'))
			await auth.rateLimits.consume('factorVerify', attempt.key)
			const step = { ...factorAndSession, ...answer, device: deviceOf(c) }
			const verified = await limitAttempts(auth, attempt, () =>
				auth.database.asServer((tx) => takeStep(tx, auth, step)),
			)
			return c.json(await presentSession(auth, verified))
		},
	})
}

interface Step {
	session: LiveSession
	factor: FactorRow
	challengeId: string | null
	code: string
	device: Device
}

async function takeStep(
	tx: Transaction,
	{ clock, encryptionKey }: AuthDependencies,
	{ session, factor, challengeId, code, device }: Step,
): Promise<SignedIn> {
	const now = clock.now()
	const { user, claims } = session
	await tx.execute(sql`select from auth.users where id = ${user.id} for no key update`)
	const kept = await findChallenge(tx, factor.id, challengeId)
	checkChallenge(kept, { address: device.address, now })
	await checkCode(tx, { kept, factor, code, encryptionKey, now })
	await tx.execute(sql`update auth.mfa_challenges set verified_at = ${now} where id = ${kept.id}`)
	if (kept.status === 'unverified') {
		await tx.execute(
			sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`,
		)
		await tx.execute(sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`)
	}
	const raised = await raiseSession(tx, {
		userId: user.id,
		sessionId: claims.session_id,
		factorId: factor.id,
		method: 'totp',
		device,
		now,
	})
	if (kept.status === 'unverified')
		await recordEvent(tx, {
			userId: user.id,
			action: 'factor_verified',
			from: device,
			now,
			details: { factor_id: factor.id },
			noticeTo: user.email,
		})
	return raised
}

interface KeptChallenge extends Row {
	id: string
	ip_address: string
	verified_at: Date | null
	created_at: Date
	status: FactorRow['status']
	secret_sealed: Buffer
}

async function findChallenge(
	tx: Transaction,
	factorId: string,
	challengeId: string | null,
): Promise<KeptChallenge> {
	const [kept] = await tx.query<KeptChallenge>(sql`
		select c.id, c.ip_address, c.verified_at, c.created_at, f.status, f.secret_sealed
		from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
		where c.id = ${challengeId} and f.id = ${factorId} for update`)
	if (kept === undefined)
		throw refused('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
	return kept
}

function checkChallenge(kept: KeptChallenge, { address, now }: { address: string; now: Date }): void {
	if (kept.verified_at !== null || kept.ip_address !== address)
		throw refused('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
	if (now.getTime() - kept.created_at.getTime() > challengeSeconds * 1000)
		throw refused(
			'mfa_challenge_expired',
			`MFA challenge ${kept.id} has expired, verify against another challenge or create a new challenge.`,
		)
}

interface GivenCode {
	kept: KeptChallenge
	factor: FactorRow
	code: string
	encryptionKey: string
	now: Date
}

/** Throws `mfa_verification_failed` if the code is wrong or has been used. */
async function checkCode(
	tx: Transaction,
	{ kept, factor, code, encryptionKey, now }: GivenCode,
): Promise<void> {
	const step = stepOf(code.replaceAll(' ', ''), openSecret(kept.secret_sealed, factor.id, encryptionKey), now)
	const isFresh =
		step !== undefined &&
		(await tx.execute(sql`
			update auth.mfa_factors set last_used_step = ${step}
			where id = ${factor.id} and (last_used_step is null or last_used_step < ${step})`)) === 1
	if (!isFresh) throw refused('mfa_verification_failed', 'Invalid TOTP code entered')
}

function refused(code: AppErrorCode, message: string): AppError {
	return new AppError({ code, status: 422, message })
}
