import type { Session } from '@supabase/supabase-js'

/**
 * Whether somebody has given their password and still owes the second step. Until they take it every wire refuses them, so
 * the site treats them as not signed in, and the sign-in page asks for the code.
 */
export function awaitsSecondStep({ user, access_token }: Pick<Session, 'user' | 'access_token'>): boolean {
	const isOn = user.factors?.some(
		({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
	)
	return isOn === true && levelOf(access_token) !== 'aal2'
}

/** The assurance level an access token speaks of; it is the server that checks it. */
function levelOf(token: string): unknown {
	try {
		const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
		const claims: unknown = JSON.parse(atob(payload))
		return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : undefined
	} catch {
		return undefined
	}
}
