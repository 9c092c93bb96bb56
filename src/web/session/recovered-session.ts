import type { Session } from '@supabase/supabase-js'
import { readClaims } from './token-claims.ts'

/** Whether the session was opened by a recovery link or code, as its access token says. */
export function isRecovered({ access_token }: Pick<Session, 'access_token'>): boolean {
	const claims = readClaims(access_token)
	const methods: unknown = claims !== null && 'amr' in claims ? claims.amr : null
	return Array.isArray(methods) && methods.some(isRecovery)
}

function isRecovery(entry: unknown): boolean {
	return typeof entry === 'object' && entry !== null && 'method' in entry && entry.method === 'recovery'
}
