import { randomInt } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { idOnly, recoveryCodesAnswer, recoveryCodesLeftAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { lowerSessions } from '#server/apis/auth/factors/after-removal.ts'
import { readName } from '#server/apis/auth/factors/enrol-factor.ts'
import {
	factorNameTaken,
	factorNotFound,
	recoveryCodesAlone,
	recoveryCodesExist,
} from '#server/apis/auth/factors/errors.ts'
import { requireMembersStep } from '#server/apis/auth/factors/require-members-step.ts'
import { readBody, recoveryNameSchema } from '#server/apis/auth/schemas.ts'
import { type LiveSession, lockAccountOf, requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, type FactorRow, hasSecondStep, readUser } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { secondStepRequired } from '#server/platform/errors.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { hashToken } from '#server/platform/tokens.ts'

const codesAtATime = 10
// Leaves out characters that look alike on paper.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const codeLength = 16

/** `POST /factors/recovery-codes`: makes ten single-use codes for a user who loses their app, and returns them once. */
export function makeRecoveryCodes(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Makes ten recovery codes.',
			for: 'users',
			body: recoveryNameSchema,
			answers: { 200: recoveryCodesAnswer },
		},
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		parse: async (c) => {
			// The body is optional.
			const hasBody = c.req.raw.body !== null && c.req.header('content-length') !== '0'
			return hasBody ? readName((await readBody(c.req.raw, recoveryNameSchema)).friendly_name) : ''
		},
		act: async (c, session, name) => {
			if (!hasSecondStep(session.user)) throw recoveryCodesAlone()
			requireSecondStepTaken(session)
			await requireMembersStep(auth, session)
			return await withCodes(c, auth, session, (tx, context) =>
				addFactor(tx, context, name || 'Recovery codes'),
			)
		},
	})
}

async function addFactor(
	tx: Transaction,
	{ userId, now }: { userId: string; now: Date },
	name: string,
): Promise<Pick<FactorRow, 'id' | 'friendly_name'>> {
	const { factors } = await readUser(tx, userId)
	if (factors.some(({ factor_type }) => factor_type === 'recovery_code')) throw recoveryCodesExist()
	if (factors.some(({ friendly_name }) => friendly_name === name)) throw factorNameTaken(name)
	const factor = await one(
		tx,
		sql`
		insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
		values (${userId}, ${name}, 'recovery_code', 'verified', ${now}, ${now}) returning id`,
		idRow,
	)
	return { id: factor.id, friendly_name: name }
}

/** `POST /factors/recovery-codes/regenerate`: replaces all remaining codes with ten new ones. */
export function regenerateRecoveryCodes(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Replaces the recovery codes.', for: 'users', answers: { 200: recoveryCodesAnswer } },
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: async (c, session) => {
			const { id, friendly_name } = recoveryFactorOf(session)
			requireSecondStepTaken(session)
			await requireMembersStep(auth, session)
			return await withCodes(c, auth, session, async () => ({ id, friendly_name }))
		},
	})
}

const countsRow = z.object({ total: z.number(), remaining: z.number() })

/** `GET /factors/recovery-codes`: returns how many codes there were and how many are left. */
export function countRecoveryCodes(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Counts the recovery codes that are left.',
			for: 'users',
			answers: { 200: recoveryCodesLeftAnswer },
		},
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: async (c, session) => {
			const { id } = recoveryFactorOf(session)
			const counts = await one(
				auth.database,
				sql`
				select count(*)::integer as total, count(*) filter (where used_at is null)::integer as remaining
				from auth.mfa_recovery_codes where factor_id = ${id}`,
				countsRow,
			)
			return c.json({ id, type: 'recovery_code', ...counts })
		},
	})
}

/** `DELETE /factors/recovery-codes`: deletes the codes. */
export function removeRecoveryCodes(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Removes the recovery codes.', for: 'users', answers: { 200: idOnly } },
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: async (c, session) => {
			const { id } = recoveryFactorOf(session)
			requireSecondStepTaken(session)
			await requireMembersStep(auth, session)
			const { id: userId } = session.user
			await auth.rateLimits.consume('updateUser', userId)
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				await lockAccountOf(tx, session, now)
				await lowerSessions(tx, { userId, factorId: id, now })
				await tx.execute(sql`delete from auth.mfa_factors where id = ${id}`)
				await recordWithNotice(tx, session, { action: 'recovery_codes_removed', device: deviceOf(c), now })
			})
			return c.json({ id })
		},
	})
}

/** Hashes a code as `typedCode` returns it. */
export function recoveryCodeHash(code: string): Buffer {
	return hashToken(code)
}

/** Returns the factor of the user's recovery codes. Throws `mfa_factor_not_found`. */
function recoveryFactorOf({ user }: LiveSession): FactorRow {
	const factor = user.factors.find(({ factor_type }) => factor_type === 'recovery_code')
	if (factor === undefined) throw factorNotFound()
	return factor
}

type FindFactor = (
	tx: Transaction,
	context: { userId: string; now: Date },
) => Promise<Pick<FactorRow, 'id' | 'friendly_name'>>

/** Replaces a factor's codes with ten new ones and returns them. */
async function withCodes(
	c: Context<Env>,
	auth: AuthDependencies,
	session: LiveSession,
	findFactor: FindFactor,
): Promise<Response> {
	const { id: userId } = session.user
	await auth.rateLimits.consume('updateUser', userId)
	const codes = Array.from({ length: codesAtATime }, () =>
		Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
	)
	const now = auth.clock.now()
	const factor = await auth.database.asServer(async (tx) => {
		await lockAccountOf(tx, session, now)
		const found = await findFactor(tx, { userId, now })
		await tx.execute(sql`delete from auth.mfa_recovery_codes where factor_id = ${found.id}`)
		await tx.execute(sql`
			insert into auth.mfa_recovery_codes (factor_id, code_hash, created_at)
			select ${found.id}, hash, ${now} from unnest(${codes.map(recoveryCodeHash)}::bytea[]) as hash`)
		await recordWithNotice(tx, session, { action: 'recovery_codes_made', device: deviceOf(c), now })
		return found
	})
	return c.json({ ...factor, type: 'recovery_code', total: codes.length, codes })
}

async function recordWithNotice(
	tx: Transaction,
	{ user }: LiveSession,
	{
		action,
		device,
		now,
	}: { action: 'recovery_codes_made' | 'recovery_codes_removed'; device: Device; now: Date },
): Promise<void> {
	await recordEvent(tx, { userId: user.id, action, from: device, now, noticeTo: contactOf(user) })
}

function requireSecondStepTaken({ aal }: LiveSession): void {
	if (aal !== 'aal2') throw secondStepRequired('AAL2 required to manage recovery codes')
}
