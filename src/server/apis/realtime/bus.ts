import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

interface BusOptions {
	database: Pick<Database, 'query'>
	/**
	 * Receives messages that other servers have published. The messages of one server arrive in the order in which they were
	 * published.
	 */
	onMessages: (server: string, messages: readonly unknown[]) => void
	/** Called if messages of this server are lost because PostgreSQL is slow or cannot be reached. */
	onLost: () => void
	log: Logger
}

export interface Bus {
	readonly server: string
	publish(message: object): void
	/** Receives the payload of a notification from PostgreSQL. */
	receive(payload: string): void
	/** Resolves once everything published so far has been sent or has failed. */
	flushed(): Promise<void>
}

/** PostgreSQL allows 8,000 bytes in a notification. */
const longestPart = 7_900
/** How many characters of messages are sent together, and how many may wait while PostgreSQL is slow or cannot be reached. */
const batch = 200_000
const mostWaiting = 4_000_000

/**
 * Carries messages between the servers of one database, as PostgreSQL notifications. Messages that are published while a
 * notification is being sent are combined into the next one, so that many messages cause little work for the database. A server
 * does not receive its own messages.
 */
export function createBus({ database, onMessages, onLost, log }: BusOptions): Bus {
	const server = randomBytes(6).toString('hex')
	const waiting: string[] = []
	const incomplete = new Map<string, string[]>()
	let size = 0
	let serial = 0
	let sending: Promise<void> | undefined

	async function send(): Promise<void> {
		while (waiting.length > 0) {
			const together: string[] = []
			for (let taken = 0; waiting.length > 0 && taken < batch; ) {
				const message = waiting.shift() ?? ''
				together.push(message)
				taken += message.length
				size -= message.length
			}
			await notify(Buffer.from(`[${together.join(',')}]`).toString('base64'))
		}
		sending = undefined
	}

	/** Sends a text in as many notifications as it needs, with one statement, so that they arrive together and in order. */
	async function notify(text: string): Promise<void> {
		const room = longestPart - 40
		const count = Math.ceil(text.length / room)
		const parts = Array.from(
			{ length: count },
			(_, index) =>
				`${server} ${serial} ${index + 1} ${count} ${text.slice(index * room, (index + 1) * room)}`,
		)
		serial++
		try {
			await database.query(sql`select pg_notify('realtime_bus', part) from unnest(${parts}::text[]) as part`)
		} catch (error) {
			log.warn({ err: error }, 'realtime messages could not be passed on to other servers')
			onLost()
		}
	}

	return {
		server,
		publish: (message) => {
			const text = JSON.stringify(message)
			if (size + text.length > mostWaiting) return onLost()
			waiting.push(text)
			size += text.length
			sending ??= Promise.resolve().then(send)
		},
		receive: (payload) => {
			const [sender = '', number = '', part = '', count = '', text = ''] = payload.split(' ', 5)
			if (sender === server) return
			const parts = part === '1' ? [] : (incomplete.get(sender) ?? [])
			parts.push(text)
			if (part !== count) {
				incomplete.set(sender, parts)
				return
			}
			incomplete.delete(sender)
			if (parts.length !== Number(count)) return log.warn({ number }, 'a realtime message arrived incomplete')
			try {
				const messages: unknown = JSON.parse(Buffer.from(parts.join(''), 'base64').toString('utf8'))
				if (Array.isArray(messages)) onMessages(sender, messages)
			} catch (error) {
				log.warn({ err: error }, 'a realtime message of another server could not be read')
			}
		},
		flushed: async () => await sending,
	}
}
