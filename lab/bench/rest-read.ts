import pg from 'pg'
import { parseQuery } from '#server/apis/rest/parse-query.ts'
import { readRows } from '#server/apis/rest/read-rows.ts'
import { readRowRange } from '#server/apis/rest/row-range.ts'
import { tables } from '#server/apis/rest/tables.ts'
import { statementName } from '#server/platform/db/prepared-statements.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { clientOf } from '../../e2e/people.ts'
import { startBare } from './bare-process.ts'
import { compareServers } from './compare-servers.ts'
import type { Figure } from './figure.ts'
import { addUsers, publishableKeyOf, type ShopOnDatabase } from './shop.ts'

/**
 * Measures the query for the user's purchases, compared with a bare `node:http` server. That server runs the same statements, and
 * sends them with the shop's own code. Both look up the session. The difference is the shop's own work: verifying the token and
 * the key, parsing the address and writing headers.
 */
export async function restReadFigures({ shop, databaseUrl, postgresPid }: ShopOnDatabase): Promise<Figure[]> {
	const [user] = await addUsers(databaseUrl, 1)
	if (user === undefined) throw new Error('no user to read as')
	const client = await clientOf(shop)
	const { data, error } = await client.auth.signInWithPassword(user)
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
	const claims = JSON.stringify({ sub, session_id, role, aal, email, exp })
	const opening = { role: 'authenticated', claims }
	const bare = await startBare({ kind: 'read', databaseUrl, opening, read: await statementOf(search) })
	const ours = {
		url: `${shop.url}/rest/v1/purchases${search}`,
		headers: { apikey: await publishableKeyOf(shop), authorization: `Bearer ${data.session.access_token}` },
	}
	try {
		return await compareServers({
			name: 'a signed-in REST read',
			ours: {
				name: 'the shop',
				pids: { server: shop.pid() ?? 0, postgres: postgresPid },
				load: () => ours,
			},
			baseline: {
				name: 'bare node:http, same statements',
				pids: { server: bare.pid, postgres: postgresPid },
				load: () => ({ url: bare.url }),
			},
			atLeast: 0.9,
		})
	} finally {
		bare.stop()
	}
}

/** Returns the statement that the shop runs for a query string, and the name under which it is prepared. */
async function statementOf(
	search: string,
): Promise<{ name: string; text: string; values: readonly unknown[] }> {
	const table = tables.get('purchases')
	if (table === undefined) throw new Error('a shop without purchases')
	const query = parseQuery(table, search)
	const statements: Sql[] = []
	const listen = async (statement: Sql) => {
		statements.push(statement)
		return []
	}
	const range = readRowRange(query, undefined)
	// `readRows` fails because there are no rows, but by then the statement is known.
	await readRows({ query: listen }, table, { query, range, countsExactly: false }).catch(() => {})
	const [statement] = statements
	const name = statement && statementName(new pg.Client(), 'authenticated', statement.text)
	if (name === undefined) throw new Error('the read is not a prepared statement')
	return { name, text: statement?.text ?? '', values: statement?.values ?? [] }
}
