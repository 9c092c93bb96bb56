import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each response before they send the next request, so visitors never reach this limit. */
const mostWaiting = 16

/**
 * Makes the function that says whether a request may be handled. A few requests may wait on one connection. A client that
 * pipelines more would delay everyone else. Its first excess request receives 503, and the connection is closed.
 */
export function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
	const waiting = new WeakMap<Socket, number>()

	return ({ socket }, response) => {
		// A response that does not have to wait for an earlier one has its socket already; this is the usual case.
		if (response.socket !== null) return true
		const count = (waiting.get(socket) ?? 0) + 1
		waiting.set(socket, count)
		if (count <= mostWaiting) {
			response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
			return true
		}
		// Only the first excess request is answered; the others are never read.
		if (count === mostWaiting + 1) {
			waiting.set(socket, Number.POSITIVE_INFINITY)
			socket.pause()
			response
				.writeHead(503, {
					connection: 'close',
					'retry-after': '1',
					'content-type': 'text/plain; charset=utf-8',
				})
				.end('Too many requests at once on one connection.')
		}
		return false
	}
}
