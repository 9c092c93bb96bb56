import { startBare } from '../bare-process.ts'
import { compareServers } from '../compare-servers.ts'
import type { Figure } from '../figure.ts'
import type { Load } from '../generator.ts'
import type { ShopOnDatabase } from '../shop.ts'
import { type AuthClient, signIn } from './auth-client.ts'

/** Measures refreshes of sessions, compared with a bare `node:http` server that runs the same statements. */
export async function refreshFigures(
	auth: AuthClient,
	{ shop, databaseUrl, postgresPid }: ShopOnDatabase,
): Promise<Figure[]> {
	const bare = await startBare({ kind: 'refresh', databaseUrl })
	try {
		return await compareServers({
			name: 'a refresh',
			ours: {
				name: 'the shop',
				pids: { server: shop.pid() ?? 0, postgres: postgresPid },
				load: () => refreshes(auth),
			},
			baseline: {
				name: 'bare node:http, same statements',
				pids: { server: bare.pid, postgres: postgresPid },
				load: async () => ({ ...(await refreshes(auth)), url: `${bare.url}/token` }),
			},
			atLeast: 0.75,
		})
	} finally {
		bare.stop()
	}
}

const atOnce = 16

/** Signs in a few times, and returns a load that keeps refreshing those sessions. */
export async function refreshes(auth: AuthClient, connections = atOnce): Promise<Load> {
	// There are more sessions than connections, because a session has to wait for its next token before it can refresh again.
	const sessions = await Promise.all(
		Array.from({ length: connections + 4 }, async (_, index) => await signIn(auth, index)),
	)
	const bodyOf = (token: string) => `{"refresh_token":"${token}"}`
	return {
		url: `${auth.url}/token?grant_type=refresh_token`,
		headers: { apikey: auth.key, 'content-type': 'application/json' },
		connections,
		post: {
			bodies: sessions.map(({ refreshToken }) => bodyOf(refreshToken)),
			next: { find: '"refresh_token":"([^"]+)"', body: bodyOf('%s') },
		},
	}
}
