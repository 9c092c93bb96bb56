import type { Session } from '@supabase/supabase-js'
import { readClaims } from './token-claims.ts'

/**
 * Whether the user has two-step verification on and has not taken the second step yet. Until then every API refuses the
 * session, so the site treats the visitor as signed out and asks for the code.
 */
export function awaitsSecondStep({ user, access_token }: Pick<Session, 'user' | 'access_token'>): boolean {
	const isOn = user.factors?.some(
		({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
	)
	return isOn === true && levelOf(access_token) !== 'aal2'
}

/** The assurance level the access token claims; the server is the one that checks it. */
function levelOf(token: string): unknown {
	const claims = readClaims(token)
	return claims !== null && 'aal' in claims ? claims.aal : undefined
}
