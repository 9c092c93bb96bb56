import { Agent, get } from 'node:http'
import type { MoneyShop } from './money-shop.ts'
import { ownerFiles } from './owner-files.ts'

export interface SlowFigure {
	readers: number
	/** How many were answered with the file and had more of it to come when the watch ended. */
	stillReading: number
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
	const stillReading = reading.filter((reader) => reader.isReading()).length
	for (const reader of reading) reader.stop()
	return { readers, stillReading, moreMegabytes: (most - before) / (1 << 20) }
}

export interface SlowReader {
	/** Whether the file is coming: answered with 200, some of it taken, and neither broken off nor at its end. */
	isReading(): boolean
	stop(): void
}

/** Takes a little at a time, and leaves when told to. Whatever goes wrong ends the reading. */
export function readSlowly(url: string, agent: Agent): SlowReader {
	let taken = 0
	const request = get(url, { agent }, (response) => {
		response.on('error', () => {})
		const timer = setInterval(() => {
			const chunk: Buffer | null = response.read(bytesEach)
			if (response.statusCode === 200) taken += chunk?.length ?? 0
		}, pauseMs)
		response.on('close', () => clearInterval(timer))
	})
	let isOver = false
	request.on('error', () => {})
	request.on('close', () => {
		isOver = true
	})
	return { isReading: () => taken > 0 && !isOver, stop: () => request.destroy() }
}
