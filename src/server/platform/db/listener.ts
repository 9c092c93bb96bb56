import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

interface ListenerOptions {
	/** Must connect to PostgreSQL directly: a pooler that shares connections between transactions delivers no notifications. */
	connectionString: string
	/** Receives the payloads by channel, in the order of the commits. */
	channels: Readonly<Record<string, (payload: string) => void>>
	/** Called each time a connection is made, before any notification. If it rejects, a new connection is made. */
	onConnect: () => Promise<void>
	/** Called when a connection that worked is lost. */
	onLost: (error: Error) => void
}

export interface Listener {
	/** Resolves once the server is listening; rejects if it isn't within `withinMs`. */
	ready(withinMs: number): Promise<void>
	close(): Promise<void>
}

const checkEveryMs = 10_000
const retryMs = { first: 100, longest: 5_000 }

/** Listens to PostgreSQL's notifications on a connection of its own. Whenever the connection is lost, makes a new one. */
export function listenToDatabase({
	connectionString,
	channels,
	onConnect,
	onLost,
}: ListenerOptions): Listener {
	const closing = new AbortController()
	let up = Promise.withResolvers<void>()
	const running = run()

	async function run(): Promise<void> {
		for (let failures = 0; !closing.signal.aborted; failures++) {
			let isUp = false
			try {
				await hold(() => {
					isUp = true
					failures = 0
					up.resolve()
				})
			} catch (error) {
				if (closing.signal.aborted) return
				if (isUp) {
					up = Promise.withResolvers<void>()
					onLost(error instanceof Error ? error : new Error(String(error)))
				}
			}
			const wait = Math.min(retryMs.first * 2 ** failures, retryMs.longest)
			await pause(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {})
		}
	}

	/** Holds one connection, and throws when it is lost. */
	async function hold(connected: () => void): Promise<void> {
		const client = new pg.Client({
			connectionString,
			connectionTimeoutMillis: 3_000,
			query_timeout: 5_000,
			keepAlive: true,
			application_name: 'headstart realtime',
		})
		const lost = Promise.withResolvers<never>()
		lost.promise.catch(() => {})
		client.on('error', lost.reject)
		client.on('end', () => lost.reject(new Error('the connection has ended')))
		const waiting: pg.Notification[] = []
		let deliver = (notification: pg.Notification): void => {
			waiting.push(notification)
		}
		client.on('notification', (notification) => deliver(notification))
		const stop = () => lost.reject(new Error('closing'))
		closing.signal.addEventListener('abort', stop)
		try {
			await Promise.race([client.connect(), lost.promise])
			const listen = Object.keys(channels).map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
			await client.query(listen.join('; '))
			await Promise.race([onConnect(), lost.promise])
			deliver = ({ channel, payload = '' }) => channels[channel]?.(payload)
			for (const notification of waiting) deliver(notification)
			connected()
			// Polls the connection, which would otherwise look healthy for ever if the other end vanished without closing it.
			for (;;) {
				await Promise.race([pause(checkEveryMs, undefined, { ref: false }), lost.promise])
				await Promise.race([client.query('select'), lost.promise])
			}
		} finally {
			closing.signal.removeEventListener('abort', stop)
			// Waits a second at most, because a server that is gone does not answer.
			await Promise.race([client.end().catch(() => {}), pause(1_000, undefined, { ref: false })])
			client.connection.stream.destroy()
		}
	}

	return {
		ready: async (withinMs) => {
			const late = new AbortController()
			try {
				const timeout = pause(withinMs, undefined, { signal: late.signal }).then(() => {
					throw new Error('PostgreSQL cannot be listened to')
				})
				await Promise.race([up.promise, timeout])
			} finally {
				late.abort()
			}
		},
		close: async () => {
			closing.abort()
			await running
		},
	}
}
