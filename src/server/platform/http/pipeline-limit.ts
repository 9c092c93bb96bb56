import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for an answer before they ask again on the same connection; no visitor comes near this. */
const mostWaiting = 16

/**
 * Says whether a request may be answered now. One connection may have a few waiting behind the one being answered; whoever
 * sends more at once, and would hold everybody else up with them, is told 503 after those, and the connection ends.
 */
export function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
	const waiting = new WeakMap<Socket, number>()

	return ({ socket }, response) => {
		// A response gets its socket when its turn comes, mostly at once: so the usual request costs no more than this.
		if (response.socket !== null) return true
		const count = (waiting.get(socket) ?? 0) + 1
		waiting.set(socket, count)
		if (count <= mostWaiting) {
			response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
			return true
		}
		// The first one too many is answered; the rest of what has arrived already is never looked at.
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
