import pino from 'pino'
import { catalogue } from '#catalogue/index.ts'
import { assembleSystem } from '#server/app.ts'
import { defaultMoneySettings } from '#server/platform/config/money-settings.ts'
import { listen } from '#server/platform/http/http-server.ts'
import type { World } from '#test/world.ts'

/** A second server of the same shop, on the same database. */
export interface SecondServer extends Pick<World, 'url' | 'keys'> {
	/** Lets it stop as a restart does, without waiting for that. */
	stop(): void
	close(): Promise<void>
}

/** Starts another server beside that of the world. */
export async function startSecondServer(world: World): Promise<SecondServer> {
	const { keys, files, payments, clock, testDatabase } = world
	const stopping = new AbortController()
	const http = await listen({ host: '127.0.0.1', port: 0 })
	const system = await assembleSystem({
		config: {
			siteUrl: world.url,
			trustedProxies: [],
			rateLimitScale: 1000,
			trader: undefined,
			pageViews: { kind: 'own' },
			money: defaultMoneySettings,
		},
		keys,
		logins: testDatabase.logins,
		files,
		payments,
		mailer: { send: async () => {}, close: () => {} },
		catalogue,
		pages: { render: async () => new Response('no pages in this test', { status: 404 }) },
		clock,
		log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
		stopping: stopping.signal,
	})
	http.serve({ fetch: system.fetch, built: undefined, upgrades: system.upgrades })
	return {
		url: `http://127.0.0.1:${http.port}`,
		keys,
		stop: () => stopping.abort(),
		close: async () => {
			await system.close()
			await http.close(0)
		},
	}
}
