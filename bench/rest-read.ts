import pg from 'pg'
import { clientOf } from '../e2e/people.ts'
import type { ShopProcess } from '../e2e/shop-process.ts'
import { addPeople } from './add-people.ts'
import { startBare } from './bare-process.ts'
import type { Figure } from './figure.ts'
import { pair } from './load.ts'
import { publishableKeyOf } from './publishable-key.ts'

/** The grid's question "what do I own?", next to a bare `node:http` sending the same statements on the bare driver. */
export async function restReadFigure(shop: ShopProcess, databaseUrl: string, seconds = 5): Promise<Figure> {
	const [person] = await addPeople(databaseUrl, 1)
	if (person === undefined) throw new Error('nobody to read as')
	const client = await clientOf(shop)
	const { data, error } = await client.auth.signInWithPassword(person)
	if (error !== null) throw error
	const { id: userId } = data.user
	await client.from('purchases').insert({
		user_id: userId,
		product_id: '1',
		product_name: 'Student Guide',
		price: 0,
		status: 'completed',
		currency: 'GBP',
	})
	const { sub, session_id, role, aal, email, exp } = JSON.parse(
		Buffer.from(data.session.access_token.split('.')[1] ?? '', 'base64url').toString(),
	)
	const claims = pg.escapeLiteral(JSON.stringify({ sub, session_id, role, aal, email, exp }))
	const bare = await startBare({
		kind: 'statements',
		databaseUrl,
		open: `begin read only; set local role authenticated; select set_config('request.jwt.claims', ${claims}, true); select auth.require_live_session()`,
		query: `select product_name, status, catalogue_id from public.purchases where user_id = '${userId}' and status = 'completed'`,
	})
	const ours = {
		url: `${shop.url}/rest/v1/purchases?select=product_name,status,catalogue_id&user_id=eq.${userId}&status=eq.completed`,
		headers: { apikey: await publishableKeyOf(shop), authorization: `Bearer ${data.session.access_token}` },
		seconds,
	}
	const { a, b, ratio } = await pair(ours, { url: bare.url, seconds })
	bare.stop()
	return {
		name: 'a signed-in REST read',
		next: 'bare node:http, same statements on pg',
		hold: 0.7,
		ratio,
		ours: a,
		baseline: b,
	}
}
