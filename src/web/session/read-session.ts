import type { Factor, Session, User } from '@supabase/supabase-js'

/**
 * Returns whether the user has two-step verification on and hasn’t taken the second step yet. Until they have, every API
 * rejects the session, so the site treats the visitor as signed out and asks for the second step.
 */
export function awaitsSecondStep({ user, access_token }: Pick<Session, 'user' | 'access_token'>): boolean {
	return secondStepsOf(user).length > 0 && levelOf(access_token) !== 'aal2'
}

/** Returns the verified second factors. Recovery codes are not among them, because they only replace another factor. */
export function secondStepsOf({ factors = [] }: Pick<User, 'factors'>): Factor[] {
	return factors.filter(({ factor_type, status }) => factor_type !== 'recovery_code' && status === 'verified')
}

function levelOf(token: string): unknown {
	const claims = readClaims(token)
	return claims !== null && 'aal' in claims ? claims.aal : undefined
}

/** Returns whether the session began with a recovery link or code. */
export function isRecovered({ access_token }: Pick<Session, 'access_token'>): boolean {
	const claims = readClaims(access_token)
	const methods: unknown = claims !== null && 'amr' in claims ? claims.amr : null
	return Array.isArray(methods) && methods.some(isRecovery)
}

function isRecovery(entry: unknown): boolean {
	return typeof entry === 'object' && entry !== null && 'method' in entry && entry.method === 'recovery'
}

/** Returns whether the account has a password. Our server adds this field, so the library’s type doesn’t have it. */
export function hasPassword(user: User): boolean {
	return Reflect.get(user, 'has_password') !== false
}

/** Why the visitor is choosing a password. */
export type PasswordReason = 'recovery' | 'unproved-sign-up' | 'first' | 'change'

/** Returns why the visitor is choosing a password. Only a `change` replaces an old one: a recovery has already removed it. */
export function passwordReason(session: Session): PasswordReason {
	if (hasPassword(session.user)) return 'change'
	if (isRecovered(session)) return 'recovery'
	return session.user.identities?.some(({ provider }) => provider === 'email') ? 'unproved-sign-up' : 'first'
}

/** Returns the claims of an access token; null if it isn’t a token. Doesn’t verify the token, because the server does. */
function readClaims(token: string): object | null {
	try {
		const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
		const claims: unknown = JSON.parse(atob(payload))
		return typeof claims === 'object' ? claims : null
	} catch {
		return null
	}
}
