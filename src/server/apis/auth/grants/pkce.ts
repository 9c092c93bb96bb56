import { createHash, timingSafeEqual } from 'node:crypto'
import { oneWay } from '#server/apis/auth/one-way.ts'

interface Challenge {
	challenge: string | null
	method: 's256' | 'plain' | null
}

/** Whether a browser's verifier answers the challenge it once sent. Nothing answers a challenge that was never made. */
export function fitsVerifier(verifier: string, { challenge, method }: Challenge): boolean {
	if (challenge === null || method === null) return false
	const answer = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
	// Digests, because the comparison wants equal lengths.
	return timingSafeEqual(oneWay(answer), oneWay(challenge))
}
