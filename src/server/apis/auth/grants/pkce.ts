import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { CodeChallenge } from '#server/apis/auth/schemas.ts'
import type { SignInMethod } from '#server/apis/auth/sessions/sessions.ts'
import type { SignUpChoice } from '#server/apis/auth/sign-up/email-account.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'

interface CodeOptions {
	userId: string
	challenge: CodeChallenge
	/** The sign-in method recorded for the session. */
	method: SignInMethod
	/** The sign-up that takes effect when the code is exchanged. */
	pending: SignUpChoice | null
	/** When the session has to end, if the identity provider says so. */
	sessionNotAfter?: Date | undefined
	now: Date
}

/** Issues the code of a PKCE flow. It can be exchanged for a session once, and only by the browser that has the verifier. */
export async function issueCode(
	tx: Transaction,
	{ userId, challenge, method, pending, sessionNotAfter, now }: CodeOptions,
): Promise<string> {
	const code = randomUUID()
	await tx.execute(sql`
		insert into auth.flow_state (
			user_id, auth_code_hash, code_challenge, code_challenge_method, authentication_method, pending_password, pending_metadata,
			session_not_after, auth_code_issued_at, created_at
		) values (
			${userId}, ${hashToken(code)}, ${challenge.challenge}, ${challenge.method}, ${method}, ${pending?.password ?? null},
			${pending && JSON.stringify(pending.metadata)}::jsonb, ${sessionNotAfter ?? null}, ${now}, ${now}
		)`)
	return code
}

interface Challenge {
	challenge: string | null
	method: 's256' | 'plain' | null
}

/**
 * Reports whether a verifier matches the challenge. Without a challenge, no verifier does. An empty verifier matches none, because
 * anybody can make its challenge.
 */
export function fitsVerifier(verifier: string, { challenge, method }: Challenge): boolean {
	if (challenge === null || method === null || verifier === '') return false
	const answer = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
	// Hashed first, because the comparison requires equal lengths.
	return timingSafeEqual(hashToken(answer), hashToken(challenge))
}
