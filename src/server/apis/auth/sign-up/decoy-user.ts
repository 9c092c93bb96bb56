import { randomUUID } from 'node:crypto'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'

interface DecoyOptions {
	email: string
	phone: string
	appMetadata: Record<string, unknown>
	metadata: UserMetadata
	now: Date
}

/** Makes up a user for the answer to a sign-up, so that the answer reveals nothing about an existing account's user. */
export function decoyUser({ email, phone, appMetadata, metadata, now }: DecoyOptions): UserRow {
	return {
		id: randomUUID(),
		aud: 'authenticated',
		role: '',
		email,
		phone,
		phone_confirmed_at: null,
		phone_proved_at: null,
		phone_change: null,
		phone_change_sent_at: null,
		encrypted_password: null,
		email_confirmed_at: null,
		confirmation_sent_at: now,
		recovery_sent_at: null,
		email_change: null,
		email_change_sent_at: null,
		reauthentication_sent_at: null,
		last_sign_in_at: null,
		banned_until: null,
		invited_at: null,
		deleted_at: null,
		raw_app_meta_data: appMetadata,
		raw_user_meta_data: metadata,
		is_anonymous: false,
		created_at: now,
		updated_at: now,
		identities: [],
		factors: [],
	}
}
