import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Generated, Load } from './generator.ts'
import { percentile } from './statistics.ts'

/** Sends a load from this process, if `wrk` is not installed. */
export async function sendFromNode(
	{ url, headers = {}, connections = 32, pauseMs = 0, post }: Load,
	seconds: number,
): Promise<Generated> {
	const agent = new Agent({ keepAlive: headers.connection !== 'close', maxSockets: connections })
	const bodies = [...(post?.bodies ?? [])]
	const find = post?.next && new RegExp(post.next.find)
	const times: number[] = []
	let [sent, failures, refused, bytes] = [0, 0, 0, 0]
	const begun = performance.now()
	const send = () =>
		new Promise<void>((resolve) => {
			const start = performance.now()
			const body = find === undefined ? bodies[sent % Math.max(1, bodies.length)] : bodies.shift()
			sent += 1
			const fail = () => {
				failures += 1
				resolve()
			}
			request(url, { agent, headers: { ...headers }, method: post ? 'POST' : 'GET' }, (response) => {
				let text = ''
				response.on('data', (chunk: Buffer) => {
					bytes += chunk.length
					if (find !== undefined) text += chunk.toString()
				})
				response.on('error', fail)
				response.on('end', () => {
					const found = find?.exec(text)?.[1]
					if (found !== undefined) bodies.push(post?.next?.body.replace('%s', found) ?? '')
					if ((response.statusCode ?? 0) >= 400) {
						refused += 1
						return fail()
					}
					times.push(performance.now() - start)
					resolve()
				})
			})
				.on('error', fail)
				.end(body)
		})
	await Promise.all(
		Array.from({ length: connections }, async () => {
			while (performance.now() - begun < seconds * 1000) {
				if (pauseMs > 0) await pause(pauseMs)
				await send()
			}
		}),
	)
	agent.destroy()
	const took = (performance.now() - begun) / 1000
	return {
		answered: times.length,
		failures,
		refused,
		perSecond: times.length / took,
		bytesPerSecond: bytes / took,
		p50Ms: percentile(times, 50),
		p95Ms: percentile(times, 95),
		p99Ms: percentile(times, 99),
	}
}
