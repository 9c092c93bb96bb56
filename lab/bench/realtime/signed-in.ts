import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { keysSchema } from '#server/config/local-keys.ts'
import { createAccessTokens } from '#server/platform/http/access-token.ts'
import { systemClock } from '#shared/clock.ts'
import type { ShopProcess } from '../../../e2e/shop-process.ts'

/** A user who is signed in and has bought a guide. */
export interface SignedInBuyer {
	userId: string
	purchaseId: string
	accessToken: string
}

interface Row {
	user_id: string
	email: string
	session_id: string
	purchase_id: string
}

/** Signs in new users who have each bought a guide. Inserts the users and their purchases straight into the database. */
export async function addBuyers(
	client: pg.Client,
	{ dataDir, url }: Pick<ShopProcess, 'dataDir' | 'url'>,
	count: number,
): Promise<SignedInBuyer[]> {
	const { rows } = await client.query<Row>(`
		with people as (
			insert into auth.users (email, email_confirmed_at)
			select 'watcher.' || n || '@student.test', now() from generate_series(1, ${count}) n returning id, email
		), signed_in as (
			insert into auth.sessions (user_id) select id from people returning id, user_id
		), bought as (
			insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, status, stripe_session_id)
			select id, '2', 'prod_cv_secrets', 'CV Secrets', 14.99, 'completed', 'cs_test_watcher' || replace(id::text, '-', '')
			from people returning id, user_id
		)
		select p.id as user_id, p.email, s.id as session_id, b.id as purchase_id
		from people p join signed_in s on s.user_id = p.id join bought b on b.user_id = p.id`)
	const keys = keysSchema.parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')))
	const tokens = await createAccessTokens({
		signingKeys: keys.authSigningKeys,
		issuer: `${url}/auth/v1`,
		clock: systemClock,
	})
	return await Promise.all(
		rows.map(async ({ user_id: userId, email, session_id: sessionId, purchase_id: purchaseId }) => {
			const { token: accessToken } = await tokens.sign(
				{
					sub: userId,
					session_id: sessionId,
					role: 'authenticated',
					aal: 'aal1',
					email,
					phone: '',
					amr: [],
					app_metadata: {},
					user_metadata: {},
					is_anonymous: false,
				},
				3_600,
			)
			return { userId, purchaseId, accessToken }
		}),
	)
}
