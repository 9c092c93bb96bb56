import { Hono } from 'hono'
import type { Env } from '#server/platform/http/handle.ts'

interface HealthOptions {
	/** Rejects with the reason if the database is not ready. */
	requireDatabase: () => Promise<void>
	/** Rejects with the reason if files cannot be written. */
	requireDisk: () => Promise<void>
	/** Aborted once the server is about to stop. */
	stopping: AbortSignal
}

const headers = { 'cache-control': 'no-store' }
const refused = { ...headers, 'retry-after': '5' }

/** Answers `/healthz` while the process is alive, and `/readyz` while it can take traffic. */
export function healthRoutes({ requireDatabase, requireDisk, stopping }: HealthOptions): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers))
	routes.get('/readyz', async (c) => {
		if (stopping.aborted) return c.json({ status: 'stopping' }, 503, refused)
		try {
			await Promise.all([requireDatabase(), requireDisk()])
			return c.json({ status: 'ok' }, 200, headers)
		} catch (error) {
			c.get('log').error({ err: error }, 'the server is not ready')
			return c.json({ status: 'unavailable' }, 503, refused)
		}
	})
	return routes
}
