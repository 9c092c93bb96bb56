import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Figure, figure } from '../figure.ts'
import { median, percentile } from '../statistics.ts'
import { closeSockets, openSockets } from './sockets.ts'

interface ThroughputOptions {
	url: string
	restUrl: string
	key: string
	pid: number | undefined
}

/** Measures how many messages the server carries a second, and what each costs, next to a bare echo server. */
export async function throughput({ url, restUrl, key, pid }: ThroughputOptions): Promise<Figure[]> {
	const before = await restLatency(restUrl, key)
	const ours = await exchange(url, pid, () => restLatency(restUrl, key))
	const bare = await startEcho()
	const baseline = await exchange(bare.url, bare.pid).finally(bare.stop)
	const name = `messages sent and received back, ${offered} a second`
	return [
		figure(`${name}: of a bare echo server’s`, 'ratio', ours.perSecond / baseline.perSecond, {
			atLeast: 0.7,
		}),
		figure(`${name}: received`, '1/s', ours.perSecond, { atLeast: 0.97 * offered }),
		figure(`${name}: p99`, 'ms', ours.p99),
		figure(`${name}: p99 of the echo server`, 'ms', baseline.p99),
		figure(`${name}: processor time each`, 'µs', ours.cpu),
		figure(`${name}: processor time each, of the echo server`, 'µs', baseline.cpu),
		figure('a REST read meanwhile: median, of that before', 'ratio', (ours.meanwhile ?? 0) / before, {
			atMost: 1.1,
		}),
	]
}

const offered = 2_000
const senders = 40
const seconds = 10

/** Lets forty sockets send messages to themselves, two thousand a second in total. */
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
	closeSockets(sockets)
	return {
		perSecond: waits.length / (took / 1000),
		p99: percentile(waits, 99),
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

/**
 * Returns the processor time of a process in microseconds, in user and system mode. Linux counts it in hundredths of a second.
 */
async function cpuMicroseconds(pid: number | undefined): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	return (Number(fields[11]) + Number(fields[12])) * 10_000
}
