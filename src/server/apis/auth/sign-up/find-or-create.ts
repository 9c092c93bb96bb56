import { randomUUID } from 'node:crypto'
import { fullMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { type UserRow, userColumns } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What the server says about an account that signs in by its address. */
export const appMetadata = { provider: 'email', providers: ['email'] }

/** The account of the address, locked until the transaction ends. Until it is confirmed it says nothing of its own. */
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
