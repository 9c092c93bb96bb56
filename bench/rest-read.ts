import pg from 'pg'
import { parseQuery } from '#server/apis/rest/parse-query.ts'
import { readRows } from '#server/apis/rest/read-rows.ts'
import { readRowRange } from '#server/apis/rest/row-range.ts'
import { tables } from '#server/apis/rest/tables.ts'
import { openAs } from '#server/platform/db/database.ts'
import { statementName } from '#server/platform/db/prepared-statements.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { clientOf } from '../e2e/people.ts'
import type { ShopProcess } from '../e2e/shop-process.ts'
import { addPeople } from './add-people.ts'
import { startBare } from './bare-process.ts'
import type { Figure } from './figure.ts'
import { pair } from './load.ts'
import { publishableKeyOf } from './publishable-key.ts'

/**
 * The grid's question "what do I own?", next to a bare `node:http` which asks PostgreSQL the very same on the bare driver: the
 * texts come from the shop's own code, the read is kept under the shop's name for it, all leave in one write, and the JSON is
 * PostgreSQL's. What the ratio leaves is the shop's own work: the token, the key, the parsing of the address, the headers. The
 * session is looked up by both; the token is verified by the shop alone.
 */
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
	const search = `?select=product_name,status,catalogue_id&user_id=eq.${userId}&status=eq.completed`
	const { open } = openAs({ role: 'authenticated', claims: { sub, session_id, role, aal, email, exp } }, true)
	const bare = await startBare({ kind: 'read', databaseUrl, open, read: await statementOf(search) })
	const ours = {
		url: `${shop.url}/rest/v1/purchases${search}`,
		headers: { apikey: await publishableKeyOf(shop), authorization: `Bearer ${data.session.access_token}` },
		seconds,
	}
	const { a, b, ratio } = await pair(ours, { url: bare.url, seconds })
	bare.stop()
	return {
		name: 'a signed-in REST read',
		next: 'bare node:http, same read on pg',
		hold: 0.7,
		ratio,
		ours: a,
		baseline: b,
	}
}

/** What the shop asks PostgreSQL for such an address, and the name it is kept under. */
async function statementOf(
	search: string,
): Promise<{ name: string; text: string; values: readonly unknown[] }> {
	const table = tables.get('purchases')
	if (table === undefined) throw new Error('a shop without purchases')
	const query = parseQuery(table, search)
	const asked: Sql[] = []
	const listen = async (statement: Sql) => {
		asked.push(statement)
		return []
	}
	const range = readRowRange(query, undefined)
	// It has no rows to give, which `readRows` takes for a fault; what was asked is known by then.
	await readRows({ query: listen }, table, { query, range, countsExactly: false }).catch(() => {})
	const [statement] = asked
	const name = statement && statementName(new pg.Client(), 'authenticated', statement.text)
	if (name === undefined) throw new Error('a read that is not kept')
	return { name, text: statement?.text ?? '', values: statement?.values ?? [] }
}
