import type { FactorRow, IdentityRow, UserRow } from '#server/apis/auth/user/users.ts'

/** Returns a user in the Auth API's format, without password or tokens. */
export function presentUser(user: UserRow): Record<string, unknown> {
	return {
		id: user.id,
		aud: user.aud,
		role: user.role,
		email: user.email,
		...dates({
			email_confirmed_at: user.email_confirmed_at,
			confirmed_at: user.email_confirmed_at,
			confirmation_sent_at: user.confirmation_sent_at,
			recovery_sent_at: user.recovery_sent_at,
			email_change_sent_at: user.email_change_sent_at,
			reauthentication_sent_at: user.reauthentication_sent_at,
			last_sign_in_at: user.last_sign_in_at,
			banned_until: user.banned_until,
		}),
		...(user.email_change === null ? {} : { new_email: user.email_change }),
		phone: '',
		app_metadata: user.raw_app_meta_data,
		user_metadata: user.raw_user_meta_data,
		identities: user.identities.map(presentIdentity),
		...(user.factors.length === 0 ? {} : { factors: user.factors.map(presentFactor) }),
		created_at: user.created_at.toISOString(),
		updated_at: user.updated_at.toISOString(),
		is_anonymous: user.is_anonymous,
		// Our extension: tells a page whether to ask for the current password or for a first one.
		has_password: user.encrypted_password !== null,
	}
}

function presentIdentity(identity: IdentityRow): Record<string, unknown> {
	return {
		identity_id: identity.id,
		// In the API `id` is the provider's id for the user.
		id: identity.provider_id,
		user_id: identity.user_id,
		identity_data: identity.identity_data,
		provider: identity.provider,
		last_sign_in_at: isoTime(identity.last_sign_in_at),
		created_at: isoTime(identity.created_at),
		updated_at: isoTime(identity.updated_at),
		...(identity.email === null ? {} : { email: identity.email }),
	}
}

function presentFactor(factor: FactorRow): Record<string, unknown> {
	return {
		id: factor.id,
		created_at: isoTime(factor.created_at),
		updated_at: isoTime(factor.updated_at),
		status: factor.status,
		...(factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
		factor_type: factor.factor_type,
		...(factor.last_challenged_at === null ? {} : { last_challenged_at: isoTime(factor.last_challenged_at) }),
	}
}

function dates(candidates: Record<string, Date | null>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(candidates).flatMap(([name, date]) => (date === null ? [] : [[name, date.toISOString()]])),
	)
}

function isoTime(time: string | null): string | null {
	return time === null ? null : new Date(time).toISOString()
}
