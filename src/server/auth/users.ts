import type { UserMetadata } from '#server/auth/user-metadata.ts'
import type { Row } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A person's account as the operations read it. */
export interface UserRow extends Row {
	id: string
	aud: string
	role: string
	email: string
	encrypted_password: string | null
	email_confirmed_at: Date | null
	confirmation_sent_at: Date | null
	last_sign_in_at: Date | null
	banned_until: Date | null
	raw_app_meta_data: Record<string, unknown>
	raw_user_meta_data: UserMetadata
	is_anonymous: boolean
	created_at: Date
	updated_at: Date
	identities: IdentityRow[]
}

/** One way a person proves who they are. Its times are texts, since it comes as JSON. */
export interface IdentityRow {
	id: string
	user_id: string
	provider: string
	provider_id: string
	identity_data: UserMetadata
	email: string | null
	last_sign_in_at: string | null
	created_at: string
	updated_at: string
}

/** The columns of `UserRow`, from `auth.users` under the name `u`. */
export const userColumns = sql`
	u.id, u.aud, u.role, coalesce(u.email, '') as email, u.encrypted_password, u.email_confirmed_at, u.confirmation_sent_at,
	u.last_sign_in_at, u.banned_until, u.raw_app_meta_data, u.raw_user_meta_data, u.is_anonymous, u.created_at, u.updated_at,
	(select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id) as identities`

/** Whether the account may not be used now. */
export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
	return user.banned_until !== null && user.banned_until > now
}
