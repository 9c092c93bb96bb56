import { get } from 'node:http'
import type { ShopProcess } from '../e2e/shop-process.ts'
import { startBare } from './bare-process.ts'
import type { Figure } from './figure.ts'
import { compareAddresses } from './load.ts'

/** Measures a page served from memory, compared with a bare `node:http` server that sends the same bytes and headers. */
export async function pageFromMemoryFigure(shop: ShopProcess): Promise<Figure> {
	const headers = { 'accept-encoding': 'br' }
	const sample = await fetch(shop.url, { headers: { ...headers, accept: 'text/html' } })
	// `fetch` decompresses the body, so the raw bytes are requested separately.
	const raw = await rawBody(shop.url, headers)
	const sent = Object.fromEntries(
		[...sample.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)),
	)
	const bare = await startBare({ kind: 'bytes', body: raw.toString('base64'), headers: sent })
	const { a, b, ratio } = await compareAddresses({ url: shop.url, headers }, { url: bare.url, headers })
	bare.stop()
	return {
		name: 'a page from memory',
		baselineName: 'bare node:http, same bytes',
		target: 0.9,
		ratio,
		ours: a,
		baseline: b,
	}
}

async function rawBody(url: string, headers: Record<string, string>): Promise<Buffer> {
	return await new Promise((resolve, reject) => {
		get(url, { headers }, (response) => {
			const chunks: Buffer[] = []
			response
				.on('data', (chunk: Buffer) => chunks.push(chunk))
				.on('end', () => resolve(Buffer.concat(chunks)))
		}).on('error', reject)
	})
}
