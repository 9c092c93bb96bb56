import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { openSocket } from '#server/apis/realtime/open-socket.ts'
import type { Version } from '#server/apis/realtime/serializer.ts'
import type { SocketRefusal } from '#server/apis/realtime/socket-counts.ts'
import { AppError } from '#server/platform/app-error.ts'
import { createClientAddress } from '#server/platform/http/client-address.ts'
import { createConnectionCount } from '#server/platform/http/connection-limits.ts'
import type { Upgrades } from '#server/platform/http/http-server.ts'

interface UpgradeOptions {
	trustedProxies: readonly string[]
	/** Multiplies the number of sockets that one address may open. */
	scale: number
}

const versions: readonly Version[] = ['1.0.0', '2.0.0']

/**
 * Opens a socket for each request to `/realtime/v1/websocket`, or answers with the reason for refusing it. The query contains
 * the key, so it is never logged.
 */
export function takeUpgrades(context: RealtimeContext, { trustedProxies, scale }: UpgradeOptions): Upgrades {
	const { hub, limits, siteUrl, stopping, authenticate, counts } = context
	const server = new WebSocketServer({
		noServer: true,
		perMessageDeflate: false,
		maxPayload: limits.messageBytes,
		clientTracking: false,
	})
	const clientAddress = createClientAddress(trustedProxies)
	const count = createConnectionCount(limits.socketsPerAddress * scale)
	let opening = 0

	function refuse(socket: Duplex, why: SocketRefusal, status: number, error: string): void {
		counts.refused[why]++
		answer(socket, status, error)
	}

	async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '')
		const apiKey = query.get('apikey') ?? request.headers['x-api-key']?.toString() ?? ''
		const version = versions.find((known) => known === (query.get('vsn') ?? '1.0.0'))
		if (stopping.aborted) return refuse(socket, 'stopping', 503, 'Realtime is restarting, please standby')
		if (!isFromHere(request, siteUrl))
			return refuse(socket, 'origin', 403, 'Only pages of this site may open a socket')
		if (version === undefined)
			return refuse(socket, 'version', 403, 'The version of the protocol is not supported')
		if (apiKey === '') return refuse(socket, 'key', 401, 'API key is missing')
		if (hub.connections.size + opening >= limits.sockets)
			return refuse(socket, 'full', 503, 'Too many connected users')
		const forwardedFor = request.headers['x-forwarded-for']?.toString() ?? null
		const address = clientAddress(request.socket.remoteAddress, forwardedFor)
		const close = count.open(address)
		if (close === undefined) return refuse(socket, 'address', 429, 'Too many connected users')
		opening++
		try {
			await authenticate(new Request(siteUrl, { headers: { apikey: apiKey } }))
		} catch (error) {
			close()
			if (error instanceof AppError || error instanceof TypeError)
				return refuse(socket, 'key', 401, 'Invalid API key')
			return refuse(socket, 'fault', 500, 'Error connecting to Realtime')
		} finally {
			opening--
		}
		if (socket.destroyed) return close()
		let isOpen = false
		socket.once('close', () => {
			if (!isOpen) close()
		})
		server.handleUpgrade(request, socket, head, (webSocket) => {
			isOpen = true
			openSocket(context, { webSocket, version, apiKey, address, onClose: close })
		})
	}

	return {
		path: '/realtime/v1/websocket',
		upgrade: (request, socket, head) => {
			// A client may disconnect at any time.
			socket.on('error', () => socket.destroy())
			void upgrade(request, socket, head).catch((error: unknown) => {
				context.log.error({ err: error }, 'a realtime socket could not be opened')
				socket.destroy()
			})
		},
	}
}

/**
 * Reports whether the request comes from a page of this site, or from a program. Programs send no `Origin` header. Pages of
 * other sites are refused, because they could use up the sockets that a visitor of theirs may open here.
 */
function isFromHere({ headers }: IncomingMessage, siteUrl: string): boolean {
	const { origin, host } = headers
	if (origin === undefined) return true
	if (!URL.canParse(origin)) return false
	const from = new URL(origin)
	return from.origin === new URL(siteUrl).origin || from.host === host
}

function answer(socket: Duplex, status: number, error: string): void {
	const body = JSON.stringify({ error })
	socket.end(
		[
			`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
			'connection: close',
			'content-type: application/json',
			`content-length: ${Buffer.byteLength(body)}`,
			...(status === 503 || status === 429 ? ['retry-after: 5'] : []),
			'',
			body,
		].join('\r\n'),
	)
}
