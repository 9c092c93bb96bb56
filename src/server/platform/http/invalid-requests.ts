import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorCode } from '#server/platform/app-error.ts'

/** How long the rest of a refused request is read, in milliseconds: as long as Hono reads the body of one that it has refused. */
const restMs = 500

/** The statuses by which Node answers errors of its parser; 400 for all others. */
const statuses: ReadonlyMap<string, number> = new Map([
	['HPE_HEADER_OVERFLOW', 431],
	['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
	['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/**
 * Refuses requests that are not valid HTTP, with the same responses as Node. Unlike Node, reads what else the client sends
 * before closing the connection. Closing a connection with unread bytes resets it, and a proxy that is still sending would
 * count this as a failure of the server: nginx would then send it no requests from anyone for ten seconds.
 *
 * Returns a function to call before a request is answered in parts, so that no refusal is written into that answer. Pages are
 * sent as a whole, so they do without it and are answered faster.
 */
export function refuseInvalidRequests(
	server: Server,
): (request: IncomingMessage, response: ServerResponse) => void {
	const responses = new WeakMap<Duplex, ServerResponse>()
	const refused = new WeakSet<Duplex>()
	server.on('clientError', (error, socket) => {
		// The parser fails again on everything that follows.
		if (refused.has(socket)) return
		refused.add(socket)
		const response = responses.get(socket)
		const isAnswering = response?.headersSent === true && !response.writableFinished
		if (!socket.writable || isAnswering) {
			socket.destroy()
			return
		}
		const status = statuses.get(errorCode(error) ?? '') ?? 400
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
		const end = setTimeout(() => socket.destroy(), restMs)
		socket.once('close', () => clearTimeout(end))
	})
	return ({ socket }, response) => void responses.set(socket, response)
}
