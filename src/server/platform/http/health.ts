import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type About, describe } from '#server/platform/http/about.ts'
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
	routes.get(
		'/healthz',
		describe(aboutHealth('Reports that the process is running.'), (c: Context<Env>) =>
			c.json({ status: 'ok' }, 200, headers),
		),
	)
	const isReady = async (c: Context<Env>) => {
		if (stopping.aborted) return c.json({ status: 'stopping' }, 503, refused)
		try {
			await Promise.all([requireDatabase(), requireDisk()])
			return c.json({ status: 'ok' }, 200, headers)
		} catch (error) {
			c.get('log').error({ err: error }, 'the server is not ready')
			return c.json({ status: 'unavailable' }, 503, refused)
		}
	}
	routes.get('/readyz', describe(aboutHealth('Reports whether the server can take traffic.'), isReady))
	return routes
}

const healthSchema = z.strictObject({ status: z.enum(['ok', 'stopping', 'unavailable']) })

function aboutHealth(does: string): About {
	return { does, for: 'anyone', answers: { 200: healthSchema, 503: healthSchema } }
}
