import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A socket that does as little as possible, so that the measured work is the server's. */
export interface LeanSocket {
	socket: WebSocket
	/** Called with each message that is not a reply. */
	onPush: (text: string) => void
	/** Joins a channel as the user of `accessToken`, or as a visitor without one. */
	join(topic: string, config?: object, accessToken?: string): Promise<void>
	send(topic: string, event: string, payload: object): void
}

export async function openSocket(url: string): Promise<LeanSocket> {
	const socket = new WebSocket(url, { perMessageDeflate: false })
	const replies = new Map<string, (text: string) => void>()
	const lean: LeanSocket = {
		socket,
		onPush: () => {},
		join: async (topic, config = {}, accessToken) => {
			const ref = `join ${topic}`
			const answered = new Promise<string>((resolve) => replies.set(ref, resolve))
			socket.send(JSON.stringify([ref, ref, topic, 'phx_join', { config, access_token: accessToken }]))
			const reply = await answered
			if (!reply.includes('"status":"ok"')) throw new Error(reply)
		},
		send: (topic, event, payload) => socket.send(JSON.stringify([null, null, topic, event, payload])),
	}
	socket.on('message', (data) => {
		const text = String(data)
		const ref = text.includes('"phx_reply"') ? /^\[[^,]*,"([^"]*)"/.exec(text)?.[1] : undefined
		if (ref === undefined) lean.onPush(text)
		else replies.get(ref)?.(text)
	})
	await once(socket, 'open')
	return lean
}

/** Opens many sockets, a few at a time. */
export async function openSockets(url: string, count: number): Promise<LeanSocket[]> {
	const all: LeanSocket[] = []
	while (all.length < count)
		all.push(
			...(await Promise.all(Array.from({ length: Math.min(50, count - all.length) }, () => openSocket(url)))),
		)
	return all
}

/** Keeps sockets alive as clients do. */
export function beat(sockets: readonly LeanSocket[]): () => void {
	const timer = setInterval(() => {
		for (const { socket } of sockets) socket.send('[null,"beat","phoenix","heartbeat",{}]')
	}, 25_000)
	return () => clearInterval(timer)
}

export function closeSockets(sockets: readonly LeanSocket[]): void {
	for (const { socket } of sockets) socket.terminate()
}
