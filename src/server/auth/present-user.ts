import type { IdentityRow, UserRow } from '#server/auth/users.ts'

/** A user as the wire has it: some members always, dates only where there are any, never a password or token. */
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
			last_sign_in_at: user.last_sign_in_at,
			banned_until: user.banned_until,
		}),
		phone: '',
		app_metadata: user.raw_app_meta_data,
		user_metadata: user.raw_user_meta_data,
		identities: user.identities.map(presentIdentity),
		created_at: user.created_at.toISOString(),
		updated_at: user.updated_at.toISOString(),
		is_anonymous: user.is_anonymous,
	}
}

function presentIdentity(identity: IdentityRow): Record<string, unknown> {
	return {
		identity_id: identity.id,
		// On the wire `id` is the provider's name for the person.
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

function dates(candidates: Record<string, Date | null>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(candidates).flatMap(([name, date]) => (date === null ? [] : [[name, date.toISOString()]])),
	)
}

function isoTime(time: string | null): string | null {
	return time === null ? null : new Date(time).toISOString()
}
