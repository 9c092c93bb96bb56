import { Hono } from 'hono'
import type { Database } from '#server/db/database.ts'
import { asRefusal } from '#server/db/failure.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'

/** `/healthz`: the process answers. `/readyz`: its database does too, so traffic may be sent here. */
export function healthRoutes({ database }: { database: Database }): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
	routes.get('/readyz', async (c) => {
		try {
			await database.query(sql`select 1`)
			return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
		} catch (error) {
			c.get('log').error({ err: asRefusal(error) }, 'database does not answer')
			return c.json({ status: 'unavailable' }, 503, { 'cache-control': 'no-store', 'retry-after': '5' })
		}
	})
	return routes
}
