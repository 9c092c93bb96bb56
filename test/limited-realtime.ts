import { once } from 'node:events'
import pino from 'pino'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { createWorld } from '#test/world.ts'

const limits = {
	sockets: 8,
	socketsPerAddress: 3,
	socketsPerUser: 2,
	channelsPerSocket: 3,
	channelsPerAddress: 4,
	bindingsPerChannel: 2,
	filterCharactersPerSocket: 300,
	messagesPerSecond: 40,
	joinsPerSecond: 8,
	joinsPerAddress: 20,
	deliveriesPerSecond: 60,
	presentPerTopic: 2,
	// Long enough for the steps of a test on a busy machine.
	silenceMs: 6_000,
}

export interface Opening {
	address?: string
	origin?: string
	key?: string
	version?: string
	url?: string
}

/** Starts a shop with low limits in its Realtime API. */
export async function createLimitedRealtime() {
	const logged: string[] = []
	const world = await createWorld({
		realtimeLimits: limits,
		rateLimitScale: 1,
		trustedProxies: ['127.0.0.1'],
		log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
	})
	/** The sockets that the current test has opened. */
	const opened: WebSocket[] = []
	let addresses = 0

	/** Opens a socket as any program could. */
	async function open({
		address = `198.51.100.${++addresses % 250}`,
		origin,
		key = world.keys.publishableKey,
		version = '2.0.0',
		url: site = world.url,
	}: Opening = {}) {
		const url = `${site.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`
		const socket = new WebSocket(url, {
			headers: { 'x-forwarded-for': address },
			...(origin === undefined ? {} : { origin }),
		})
		opened.push(socket)
		const received: unknown[][] = []
		let closed: { code: number; reason: string } | undefined
		socket.on('error', () => {})
		socket.on('message', (data, isBinary) => {
			if (!isBinary) received.push(JSON.parse(String(data)))
		})
		socket.on('close', (code, reason) => {
			closed = { code, reason: String(reason) }
		})
		const opening = await Promise.race([
			once(socket, 'open').then(() => 'open'),
			once(socket, 'unexpected-response').then(
				([, response]: { statusCode?: number }[]) => response?.statusCode,
			),
		])
		let ref = 0
		const send = (topic: string, event: string, payload: object = {}, joinRef: string | null = null) => {
			socket.send(JSON.stringify([joinRef, String(++ref), topic, event, payload]))
			return String(ref)
		}
		const call = async (
			topic: string,
			event: string,
			payload: object = {},
			joinRef: string | null = null,
		) => {
			const mine = send(topic, event, payload, joinRef)
			const find = () => received.find(([, its, , name]) => its === mine && name === 'phx_reply')?.[4]
			await expect.poll(find).toBeDefined()
			return find()
		}
		const join = (topic: string, payload: object = { config: {} }) =>
			call(`realtime:${topic}`, 'phx_join', payload, String(ref + 1))
		return { socket, opening, received, closed: () => closed, send, call, join }
	}

	/** Closes the sockets of a test, and waits until the server has noticed. */
	async function closeAll(): Promise<void> {
		for (const socket of opened.splice(0)) socket.terminate()
		await expect.poll(async () => (await open({ address: '192.0.2.200' })).opening).toBe('open')
		opened.pop()?.terminate()
	}

	return { world, logged, opened, open, closeAll }
}

export const ok = { status: 'ok' }
export const refused = (reason: unknown) => ({ status: 'error', response: { reason } })
export const pushed = (received: unknown[][], event: string) =>
	received.filter((message) => message[3] === event).map((message) => message[4])
