import { randomUUID } from 'node:crypto'
import { fullMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { type UserRow, userColumns } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The `app_metadata` of an account that signs in by email. */
export const appMetadata = { provider: 'email', providers: ['email'] }

/**
 * Finds or creates the account of an address and locks it until the transaction ends. It has no metadata until it is
 * confirmed.
 */
export async function findOrCreate(tx: Transaction, email: string, now: Date): Promise<UserRow> {
	const id = randomUUID()
	const metadata = JSON.stringify(fullMetadata({}, { id, email, verified: false }))
	await tx.execute(sql`
		with created as (
			insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
			values (${id}, ${email}, ${JSON.stringify(appMetadata)}::jsonb, ${metadata}::jsonb, ${now}, ${now})
			on conflict (email) do nothing
			returning id
		)
		insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		select id, 'email', id::text, ${metadata}::jsonb, ${now}, ${now}, ${now} from created`)
	const [user] = await tx.query<UserRow>(
		sql`select ${userColumns} from auth.users u where u.email = ${email} for no key update`,
	)
	if (user === undefined) throw new Error('the user signing up is gone')
	return user
}
