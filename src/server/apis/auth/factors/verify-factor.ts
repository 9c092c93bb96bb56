import { z } from 'zod'
import { sessionAnswer } from '#server/apis/auth/answers.ts'
import { limitAttempts } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { challengeSeconds } from '#server/apis/auth/factors/challenge-factor.ts'
import { codeAttempt } from '#server/apis/auth/factors/code-attempt.ts'
import {
	factorChallengeExpired,
	factorChallengeNotFound,
	networkMismatch,
} from '#server/apis/auth/factors/errors.ts'
import { kindOf, requireFactor } from '#server/apis/auth/factors/require-factor.ts'
import { requireSettingUp } from '#server/apis/auth/factors/require-members-step.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { factorAnswerSchema, readBody } from '#server/apis/auth/schemas.ts'
import {
	type LiveSession,
	presentSession,
	raiseSession,
	type SignedIn,
} from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, type FactorRow, hasSecondStep } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { bytea, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { anyNetworkHeader } from '#shared/any-network.ts'

/**
 * `POST /factors/:id/verify`: takes the second step with a code or a key and returns the same session at `aal2`. The first
 * correct answer of a new factor verifies it. An answer works once. It must come from the network address that asked for the
 * challenge, as at the reference server, unless the client sends `anyNetworkHeader`, as our own pages do: on some networks every
 * request comes from another address. That takes no protection away, because whoever holds the session can ask for a challenge.
 */
export function verifyFactor(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Completes the second step with a code or a key.',
			for: 'users',
			body: factorAnswerSchema,
			answers: { 200: sessionAnswer },
		},
		authenticate: (c) => requireFactor(auth, c),
		parse: async (c, { factor }) => {
			const answer = await readBody(c.req.raw, factorAnswerSchema)
			kindOf(factor).checkForm(answer)
			return { answer, challengeId: z.uuid().safeParse(answer.challenge_id).data ?? null }
		},
		act: async (c, factorAndSession, given) => {
			const { factor, session } = factorAndSession
			if (factor.status === 'unverified') await requireSettingUp(auth, session)
			const from = c.get('clientAddress')
			const attempt = await codeAttempt(auth, session, from)
			const comparesNetworks = c.req.header(anyNetworkHeader) === undefined
			const step = { ...factorAndSession, ...given, device: deviceOf(c), comparesNetworks }
			const tried = { userId: session.user.id }
			const verified = await noteFailures(auth, { way: kindOf(factor).method, tried, from }, async () => {
				await auth.rateLimits.consume('factorVerify', attempt.key)
				return await limitAttempts(auth, attempt, async () => {
					const checkedElsewhere = await kindOf(step.factor).checkElsewhere?.(auth, step)
					return await auth.database.asServer((tx) => takeStep(tx, auth, { ...step, checkedElsewhere }))
				})
			})
			return c.json(await presentSession(auth, verified))
		},
	})
}

interface Step {
	session: LiveSession
	factor: FactorRow
	challengeId: string | null
	answer: z.infer<typeof factorAnswerSchema>
	checkedElsewhere: boolean | undefined
	device: Device
	/** Whether the answer must come from the network address that asked for the challenge. */
	comparesNetworks: boolean
}

async function takeStep(
	tx: Transaction,
	auth: AuthDependencies,
	{ session, factor, challengeId, answer, checkedElsewhere, device, comparesNetworks }: Step,
): Promise<SignedIn> {
	const now = auth.clock.now()
	const kind = kindOf(factor)
	const { user, claims } = session
	await tx.execute(sql`select from auth.users where id = ${user.id} for no key update`)
	const kept = await findChallenge(tx, factor.id, challengeId)
	checkChallenge(kept, { from: comparesNetworks ? device.address : kept.ip_address, now })
	await kind.check(tx, auth, { user, factor, challenge: kept, answer, checkedElsewhere, now })
	await tx.execute(sql`update auth.mfa_challenges set verified_at = ${now} where id = ${kept.id}`)
	if (kept.status === 'unverified') {
		await tx.execute(
			sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`,
		)
		await tx.execute(sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`)
		if (!hasSecondStep(user)) await dropPendingChanges(tx, user.id)
	}
	const raised = await raiseSession(tx, {
		userId: user.id,
		sessionId: claims.session_id,
		factorId: factor.id,
		method: kind.method,
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
			noticeTo: contactOf(user),
		})
	return raised
}

/**
 * Cancels pending changes of address and number. They were requested without a second step, and could be confirmed without it.
 */
async function dropPendingChanges(tx: Transaction, userId: string): Promise<void> {
	await tx.execute(sql`
		delete from auth.one_time_tokens where user_id = ${userId}
			and token_type in ('email_change_token_new', 'email_change_token_current', 'phone_change_token')`)
	await tx.execute(sql`
		update auth.users set email_change = null, email_change_sent_at = null, phone_change = null, phone_change_sent_at = null
		where id = ${userId}`)
}

const challengeRow = z.object({
	id: z.string(),
	ip_address: z.string(),
	verified_at: z.date().nullable(),
	created_at: z.date(),
	webauthn_challenge: z.string().nullable(),
	code_hash: bytea.nullable(),
	status: z.enum(['unverified', 'verified']),
	secret_sealed: bytea.nullable(),
})

type KeptChallenge = z.infer<typeof challengeRow>

async function findChallenge(
	tx: Transaction,
	factorId: string,
	challengeId: string | null,
): Promise<KeptChallenge> {
	const kept = await maybeOne(
		tx,
		sql`
		select c.id, c.ip_address, c.verified_at, c.created_at, c.webauthn_challenge, c.code_hash, f.status, f.secret_sealed
		from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
		where c.id = ${challengeId} and f.id = ${factorId} for update`,
		challengeRow,
	)
	if (kept === undefined) throw factorChallengeNotFound()
	return kept
}

function checkChallenge(kept: KeptChallenge, { from, now }: { from: string; now: Date }): void {
	if (kept.verified_at !== null || kept.ip_address !== from) throw networkMismatch()
	if (now.getTime() - kept.created_at.getTime() > challengeSeconds * 1000)
		throw factorChallengeExpired(kept.id)
}
