import type { ExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import { mergeIfItFits, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { lockUserWhere, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Returns the account with the address, locked until the transaction ends. */
export async function findByEmail(tx: Transaction, email: string): Promise<UserRow | undefined> {
	return await lockUserWhere(tx, sql`u.email = ${email}`)
}

/** Returns the `app_metadata` for these providers; the first is the main one. */
export function providersOf(providers: readonly string[]): {
	provider: string | undefined
	providers: readonly string[]
} {
	return { provider: providers[0], providers: [...new Set(providers)] }
}

/** Inserts or updates the identity and merges its profile into the user's metadata. */
export async function storeIdentity(
	tx: Transaction,
	user: UserRow,
	{ provider, providerId, data }: Pick<ExternalIdentity, 'provider' | 'providerId' | 'data'>,
	now: Date,
): Promise<UserRow> {
	await tx.execute(sql`
		insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		values (${user.id}, ${provider}, ${providerId}, ${JSON.stringify(data)}::jsonb, ${now}, ${now}, ${now})
		on conflict (provider, provider_id) do update set
			identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at`)
	const known = user.identities.map((identity) => identity.provider)
	const appMetadata = { ...user.raw_app_meta_data, ...providersOf([...known, provider]) }
	await tx.execute(sql`
		update auth.users set
			raw_app_meta_data = ${JSON.stringify(appMetadata)}::jsonb,
			raw_user_meta_data = ${JSON.stringify(withProfile(user, data))}::jsonb, updated_at = ${now}
		where id = ${user.id}`)
	return await readUser(tx, user.id)
}

/** Merges the profile but not the address, because the identity may have a different address. */
function withProfile(user: UserRow, data: UserMetadata): UserMetadata {
	const {
		sub: _sub,
		email: _email,
		email_verified: _verified,
		phone: _number,
		phone_verified: _phone,
		...profile
	} = data
	return mergeIfItFits(user.raw_user_meta_data, profile)
}
