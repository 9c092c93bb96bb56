import { Agent, get } from 'node:http'
import type { MoneyShop } from './money-shop.ts'
import { ownerFiles } from './owner-files.ts'

export interface SlowFigure {
	readers: number
	moreMegabytes: number
}

const readers = 500
const bytesEach = 16 << 10
const pauseMs = 160
const watchMs = 20_000

/** 500 people on slow lines, about 100 kB/s each: what the server holds more than before, at its most. */
export async function slowReaders(shop: MoneyShop): Promise<SlowFigure> {
	const files = await ownerFiles(shop)
	await files.makeLarge()
	const url = await files.link()
	await (await fetch(url)).arrayBuffer()
	await new Promise((resolve) => setTimeout(resolve, 2_000))
	const before = await shop.residentBytes()
	const agent = new Agent({ keepAlive: false, maxSockets: readers })
	const reading = Array.from({ length: readers }, () => readSlowly(url, agent))
	let most = before
	for (const end = performance.now() + watchMs; performance.now() < end; ) {
		await new Promise((resolve) => setTimeout(resolve, 250))
		most = Math.max(most, await shop.residentBytes())
	}
	for (const stop of reading) stop()
	return { readers, moreMegabytes: (most - before) / (1 << 20) }
}

/** Takes a little at a time, and leaves when told to. */
function readSlowly(url: string, agent: Agent): () => void {
	const request = get(url, { agent }, (response) => {
		response.on('error', () => {})
		const timer = setInterval(() => response.read(bytesEach), pauseMs)
		response.on('close', () => clearInterval(timer))
	})
	request.on('error', () => {})
	return () => request.destroy()
}
