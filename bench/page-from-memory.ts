import { get } from 'node:http'
import type { ShopProcess } from '../e2e/shop-process.ts'
import { startBare } from './bare-process.ts'
import type { Figure } from './figure.ts'
import { pair } from './load.ts'

/** A page from memory, next to a bare `node:http` sending the same bytes under the same headers. */
export async function pageFromMemoryFigure(shop: ShopProcess): Promise<Figure> {
	const headers = { 'accept-encoding': 'br' }
	const sample = await fetch(shop.url, { headers: { ...headers, accept: 'text/html' } })
	// `fetch` unpacks the page; the bytes on the wire are asked for raw.
	const raw = await rawBody(shop.url, headers)
	const sent = Object.fromEntries(
		[...sample.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)),
	)
	const bare = await startBare({ kind: 'bytes', body: raw.toString('base64'), headers: sent })
	const { a, b, ratio } = await pair({ url: shop.url, headers }, { url: bare.url, headers })
	bare.stop()
	return {
		name: 'a page from memory',
		next: 'bare node:http, same bytes',
		hold: 0.9,
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
