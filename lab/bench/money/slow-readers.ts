import { Agent, get } from 'node:http'
import type { MoneyShop } from './money-shop.ts'
import { openStoredFile } from './stored-file.ts'

export interface SlowFigure {
	readers: number
	/** How many were still receiving the file at the end. */
	stillReading: number
	moreMegabytes: number
}

const readers = 500
const bytesEach = 16 << 10
const pauseMs = 160
const watchMs = 20_000

/** Measures the additional memory of the server while 500 users download at about 100 kB/s each. */
export async function slowReaders(shop: MoneyShop): Promise<SlowFigure> {
	const files = await openStoredFile(shop)
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
	const stillReading = reading.filter((reader) => reader.isReading()).length
	for (const reader of reading) reader.stop()
	return { readers, stillReading, moreMegabytes: (most - before) / (1 << 20) }
}

export interface SlowReader {
	/** Returns whether a 200 response is still being received. */
	isReading(): boolean
	stop(): void
}

/** Reads a response slowly until `stop` is called. An error ends the reading. */
export function readSlowly(url: string, agent: Agent): SlowReader {
	let received = 0
	const request = get(url, { agent }, (response) => {
		response.on('error', () => {})
		const timer = setInterval(() => {
			const chunk: Buffer | null = response.read(bytesEach)
			if (response.statusCode === 200) received += chunk?.length ?? 0
		}, pauseMs)
		response.on('close', () => clearInterval(timer))
	})
	let isOver = false
	request.on('error', () => {})
	request.on('close', () => {
		isOver = true
	})
	return { isReading: () => received > 0 && !isOver, stop: () => request.destroy() }
}
