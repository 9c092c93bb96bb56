import type { ShopProcess } from '../../e2e/shop-process.ts'
import { startBare } from './bare-process.ts'
import { compareServers, sampleOf } from './compare-servers.ts'
import type { Figure } from './figure.ts'

/** Measures a page served from memory, compared with a bare `node:http` server that sends the same bytes and headers. */
export async function pageFromMemoryFigures(shop: ShopProcess): Promise<Figure[]> {
	const headers = { 'accept-encoding': 'br' }
	const sample = await fetch(shop.url, { headers: { ...headers, accept: 'text/html' } })
	await sample.body?.cancel()
	// `fetch` decompresses the body, so the bytes are requested separately.
	const body = (await sampleOf({ url: shop.url, headers })).toString('base64')
	const sent = Object.fromEntries(
		[...sample.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)),
	)
	const bare = await startBare({ kind: 'bytes', body, headers: sent })
	try {
		return await compareServers({
			name: 'a page from memory',
			ours: {
				name: 'the shop',
				pids: { server: shop.pid() ?? 0 },
				load: () => ({ url: shop.url, headers }),
			},
			baseline: {
				name: 'bare node:http, same bytes and headers',
				pids: { server: bare.pid },
				load: () => ({ url: bare.url, headers }),
			},
			atLeast: 0.9,
		})
	} finally {
		bare.stop()
	}
}
