import { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import {
	malformedCredential,
	passkeyChallengeExpired,
	passkeyChallengeNotFound,
} from '#server/apis/auth/passkeys/errors.ts'
import { readBody } from '#server/apis/auth/schemas.ts'
import { idRow, maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'

/** How long a challenge may be answered. */
const challengeSeconds = 300

const answerSchema = z.object({
	challenge_id: z.string().nullish(),
	credential: z.unknown().optional(),
})

/** Returns the schema of a body that contains a browser's answer. */
export function credentialSchema(credential: z.ZodType) {
	return answerSchema.extend({ credential })
}

/** Stores a challenge. Returns its id and the time at which it expires, in unix seconds. */
export async function storeChallenge(
	{ database, clock }: Pick<AuthDependencies, 'database' | 'clock'>,
	{ userId, challenge }: { userId: string | null; challenge: string },
): Promise<{ challenge_id: string; expires_at: number }> {
	const now = clock.now()
	const row = await one(
		database,
		sql`
		insert into auth.webauthn_challenges (user_id, challenge, created_at) values (${userId}, ${challenge}, ${now}) returning id`,
		idRow,
	)
	return { challenge_id: row.id, expires_at: Math.floor(now.getTime() / 1000) + challengeSeconds }
}

const challengeRow = z.object({ challenge: z.string(), created_at: z.date() })

/**
 * Returns a challenge and deletes it, so that a wrong answer uses it up too. Throws `webauthn_challenge_not_found` if it is
 * unknown, used or another user's, and `webauthn_challenge_expired` if it is too old.
 */
export async function takeChallenge(
	{ database, clock }: Pick<AuthDependencies, 'database' | 'clock'>,
	{ id, userId }: { id: string; userId: string | null },
): Promise<string> {
	const row = await maybeOne(
		database,
		sql`
		delete from auth.webauthn_challenges where id = ${id} and user_id is not distinct from ${userId}
		returning challenge, created_at`,
		challengeRow,
	)
	if (row === undefined) throw passkeyChallengeNotFound()
	if (clock.now().getTime() - row.created_at.getTime() > challengeSeconds * 1000)
		throw passkeyChallengeExpired()
	return row.challenge
}

/**
 * Reads the answer to a challenge. Throws `validation_failed` if a field is missing, and `webauthn_verification_failed` if the
 * credential is malformed.
 */
export async function readAnswer<T>(
	request: Request,
	schema: z.ZodType<T>,
): Promise<{ id: string; credential: T }> {
	const body = await readBody(request, answerSchema)
	if (!body.challenge_id) throw validationFailed('challenge_id is required')
	if (body.credential === undefined || body.credential === null)
		throw validationFailed('credential is required')
	const id = z.uuid().safeParse(body.challenge_id)
	if (!id.success) throw validationFailed('challenge_id must be a valid UUID')
	const credential = schema.safeParse(body.credential)
	if (!credential.success) throw malformedCredential(credential.error)
	return { id: id.data, credential: credential.data }
}
