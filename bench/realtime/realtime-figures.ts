import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'
import { median } from '../load.ts'
import { publishableKeyOf, residentBytes, startShopOnDatabase } from '../shop.ts'
import { beat, type LeanSocket, openSockets } from './sockets.ts'

type Line = [isMet: boolean, line: string]

/** Measures and prints the Realtime API next to a bare echo server. Returns whether all targets are met. */
export async function realtimeFigures(): Promise<boolean> {
	const { shop, databaseUrl, dispose } = await startShopOnDatabase()
	try {
		const key = await publishableKeyOf(shop)
		const url = `${shop.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
		const lines = [
			...(await throughput({ url, restUrl: `${shop.url}/rest/v1/products?select=id`, key, pid: shop.pid() })),
			await changes(url, databaseUrl),
			await idleSockets(url, shop.pid()),
		]
		for (const [met, line] of lines) console.log(`${met ? '' : 'MISSED  '}${line}`)
		return lines.every(([met]) => met)
	} finally {
		await dispose()
	}
}

const idle = 5_000

async function idleSockets(url: string, pid: number | undefined): Promise<Line> {
	const before = await residentBytes(pid)
	const sockets = await openSockets(url, idle)
	const stop = beat(sockets)
	for (const [index, socket] of sockets.entries()) await socket.join(`realtime:room ${index}`)
	await pause(5_000)
	const megabytes = ((await residentBytes(pid)) - before) / 1e6
	const open = sockets.filter(({ socket }) => socket.readyState === 1).length
	stop()
	close(sockets)
	return [
		open === idle && megabytes <= 150,
		`${open} idle sockets, each in a channel of its own: ${megabytes.toFixed(0)} MB more memory (target: ${idle} and 150 MB).`,
	]
}

const subscribers = 1_000
const rounds = 20

async function changes(url: string, databaseUrl: string): Promise<Line> {
	const sockets = await openSockets(url, subscribers)
	const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'products' }] }
	for (const socket of sockets) await socket.join('realtime:products', config)
	const client = new pg.Client(databaseUrl)
	await client.connect()
	await client.query('set row_security = off')
	const waits: number[] = []
	// The first round warms everything up.
	for (let round = 0; round <= rounds; round++) {
		let missing = subscribers
		const all = Promise.withResolvers<void>()
		const begun = performance.now()
		for (const socket of sockets)
			socket.onPush = (text) => {
				if (!text.includes(`round ${round}"`)) return
				if (round > 0) waits.push(performance.now() - begun)
				if (--missing === 0) all.resolve()
			}
		await client.query(`update public.products set description = 'round ${round}' where id = '1'`)
		await Promise.race([all.promise, pause(5_000)])
	}
	await client.end()
	close(sockets)
	const p99 = percentile(waits, 0.99)
	return [
		waits.length === rounds * subscribers && p99 <= 250,
		`A change reaches ${subscribers} subscribers: p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms from before its statement; ${waits.length} of ${rounds * subscribers} arrived (target: 250 ms, all).`,
	]
}

interface ThroughputOptions {
	url: string
	restUrl: string
	key: string
	pid: number | undefined
}

async function throughput({ url, restUrl, key, pid }: ThroughputOptions): Promise<Line[]> {
	const before = await restLatency(restUrl, key)
	const ours = await exchange(url, pid, () => restLatency(restUrl, key))
	const bare = await startEcho()
	const baseline = await exchange(bare.url, bare.pid).finally(bare.stop)
	const ratio = ours.perSecond / baseline.perSecond
	const slower = (ours.meanwhile ?? 0) / before - 1
	return [
		[
			ratio >= 0.7 && ours.perSecond >= 0.97 * offered,
			`Messages sent and received back at ${offered} a second: ${ours.perSecond.toFixed(0)} a second, ${ratio.toFixed(2)} of a bare echo server’s ${baseline.perSecond.toFixed(0)} (target: all, 0.7); p99 ${ours.p99.toFixed(1)} ms, bare ${baseline.p99.toFixed(1)} ms; ${ours.cpu.toFixed(0)} µs of CPU each, bare ${baseline.cpu.toFixed(0)} µs.`,
		],
		[
			slower <= 0.1,
			`A REST read meanwhile: ${(ours.meanwhile ?? 0).toFixed(2)} ms, before ${before.toFixed(2)} ms (median; target: 10 % more).`,
		],
	]
}

const offered = 2_000
const senders = 40
const seconds = 10

/** Lets each of forty sockets talk to itself, all together two thousand times a second. */
async function exchange(url: string, pid: number | undefined, meanwhile?: () => Promise<number>) {
	const sockets = await openSockets(url, senders)
	const isOurs = url.includes('/realtime/')
	const waits: number[] = []
	for (const [index, socket] of sockets.entries()) {
		if (isOurs) await socket.join(`realtime:echo ${index}`, { broadcast: { self: true } })
		socket.onPush = (text) => {
			const sent = /"sent":([\d.]+)/.exec(text)?.[1]
			if (sent !== undefined) waits.push(performance.now() - Number(sent))
		}
	}
	const cpuBefore = await cpuMicroseconds(pid)
	const begun = performance.now()
	const measured = meanwhile?.()
	for (let sent = 0; sent < offered * seconds; ) {
		const due = Math.min(offered * seconds, ((performance.now() - begun) / 1000) * offered)
		for (; sent < due; sent++) {
			const index = sent % senders
			sockets[index]?.send(`realtime:echo ${index}`, 'broadcast', {
				type: 'broadcast',
				event: 'x',
				payload: { sent: performance.now(), text: 'x'.repeat(100) },
			})
		}
		await pause(1)
	}
	const took = performance.now() - begun
	await pause(500)
	const cpu = ((await cpuMicroseconds(pid)) - cpuBefore) / (offered * seconds)
	close(sockets)
	return {
		perSecond: waits.length / (took / 1000),
		p99: percentile(waits, 0.99),
		cpu,
		meanwhile: await measured,
	}
}

/** Reads fifty times a second for eight seconds. Returns the median in milliseconds. */
async function restLatency(url: string, key: string): Promise<number> {
	const waits: number[] = []
	for (let count = 0; count < 400; count++) {
		const begun = performance.now()
		await (await fetch(url, { headers: { apikey: key } })).arrayBuffer()
		waits.push(performance.now() - begun)
		await pause(Math.max(0, 20 - (performance.now() - begun)))
	}
	return median(waits)
}

async function startEcho(): Promise<{ url: string; pid: number | undefined; stop: () => void }> {
	const child = fork(fileURLToPath(new URL('./bare-echo.ts', import.meta.url)), {
		execArgv: ['--disable-warning=ExperimentalWarning'],
	})
	const address = await new Promise((resolve) => child.once('message', resolve))
	const { port } = z.object({ port: z.number() }).parse(address)
	return { url: `ws://127.0.0.1:${port}/`, pid: child.pid, stop: () => void child.kill() }
}

/** Returns the time that a process has used, in user and system mode, to a hundredth of a second. */
async function cpuMicroseconds(pid: number | undefined): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function close(sockets: readonly LeanSocket[]): void {
	for (const { socket } of sockets) socket.terminate()
}
