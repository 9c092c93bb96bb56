import type pg from 'pg'

/**
 * Sends everything that `send` queues in one write to the socket, as each write is expensive. The only place that uses the
 * driver's own stream; `send-together.test.ts` fails if the driver no longer has one that can be corked.
 */
export function sendTogether<T>(client: Pick<pg.Client, 'connection'>, send: () => T): T {
	const { stream } = client.connection
	stream.cork()
	try {
		return send()
	} finally {
		stream.uncork()
	}
}
