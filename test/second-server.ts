import { composeSystem } from '#server/boot/compose-system.ts'
import { listen } from '#server/platform/http/http-server.ts'
import type { World } from '#test/world.ts'

/** A second server of the same shop, on the same database. */
export interface SecondServer extends Pick<World, 'url' | 'keys'> {
	/** Tells the server to stop, as a restart does. Does not wait until it has stopped. */
	stop(): void
	close(): Promise<void>
}

/** Starts another server beside that of the world. */
export async function startSecondServer({ systemOptions, keys }: World): Promise<SecondServer> {
	const stopping = new AbortController()
	const http = await listen({ host: '127.0.0.1', port: 0 })
	const system = await composeSystem({ ...systemOptions, stopping: stopping.signal })
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
