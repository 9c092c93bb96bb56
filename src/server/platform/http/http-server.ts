import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { BuiltAnswer } from '#server/platform/http/built-file.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import { limitConnections } from '#server/platform/http/connection-limits.ts'
import { refuseInvalidRequests } from '#server/platform/http/invalid-requests.ts'
import { createPipelineLimit } from '#server/platform/http/pipeline-limit.ts'
import { makeRequestId } from '#server/platform/http/request-id.ts'
import { createStreamSender, StreamedResponse } from '#server/platform/http/streamed-response.ts'
import type { ObserveRequest } from '#server/platform/metrics/metrics.ts'

export interface HttpServer {
	/** Sets the handler. Until then every request is answered with 503. */
	serve(answering: Answering): void
	/** Makes the server close each connection after its current response, so that proxies stop reusing it. */
	drain(): void
	/** Stops taking requests, gives current ones up to `graceMs` to finish, then closes their connections. */
	close(graceMs: number): Promise<void>
	/** The port in use. */
	readonly port: number
}

export interface Answering {
	fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>
	/** Refuses a request if the server is overloaded, and says whether it did. */
	refuse?: (request: IncomingMessage, response: ServerResponse) => boolean
	/** Served from memory before anything else runs. */
	built: BuiltPages | undefined
	/** Counts a request that was answered from memory. */
	observeRequest?: ObserveRequest | undefined
	/** Takes over the connections of requests for a WebSocket. */
	upgrades?: Upgrades
}

/** Turns a connection into a WebSocket if a request for `path` asks for one. */
export interface Upgrades {
	path: string
	upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

interface ListenOptions {
	host: string
	port: number
	/** The most open connections from one address; 200 by default. */
	connectionsPerAddress?: number
	/** How long a connection may be idle, in milliseconds; a minute by default. */
	idleMs?: number
	/** Timeout for a request's headers, in milliseconds; ten seconds by default. */
	headersMs?: number
	/** Timeout for a whole request, in milliseconds; thirty seconds by default. */
	requestMs?: number
	/** Proxies, whose connections are not limited. */
	trustedProxies?: readonly string[]
	/** Whether other workers listen on the port too. The system divides connections among them. */
	isShared?: boolean
}

const keepAliveMs = 5_000
/**
 * A turn of the event loop that takes longer than this, in milliseconds, had work to do. A turn without work takes about a
 * fiftieth of this.
 */
const quietTurnMs = 1
// Longer than a proxy keeps its connections (a minute for nginx), so that the proxy closes them first. If the server closed
// first, the proxy could send a request at the same moment. It cannot safely repeat a request that changes data.
const proxyKeepAliveMs = 75_000

/** Starts listening. Rejects with Node's own error. */
export async function listen({
	host,
	port,
	connectionsPerAddress = 200,
	idleMs = 60_000,
	headersMs = 10_000,
	requestMs = 30_000,
	trustedProxies = [],
	isShared = false,
}: ListenOptions): Promise<HttpServer> {
	let answer: (request: IncomingMessage, response: ServerResponse) => unknown = answerNotStarted
	let upgrades: Upgrades | undefined
	const upgraded = new Set<Duplex>()
	let isDraining = false
	const mayAnswer = createPipelineLimit()
	const sendStream = createStreamSender()
	const server = createServer(
		{
			headersTimeout: headersMs,
			requestTimeout: requestMs,
			// By default Node checks for slow requests only every thirty seconds.
			connectionsCheckingInterval: 500,
			keepAliveTimeout: trustedProxies.length > 0 ? proxyKeepAliveMs : keepAliveMs,
			maxHeaderSize: 16_384,
			noDelay: true,
			// Any other method or path is answered as if the request had not asked for an upgrade.
			shouldUpgradeCallback: ({ method, url = '' }) =>
				method === 'GET' && url.split('?', 1)[0] === upgrades?.path,
		},
		(request, response) => {
			if (isDraining) response.shouldKeepAlive = false
			if (mayAnswer(request, response)) answer(request, response)
		},
	)
	server.on('upgrade', (request, socket, head) => {
		upgraded.add(socket)
		socket.once('close', () => upgraded.delete(socket))
		upgrades?.upgrade(request, socket, head)
	})
	const beginParts = refuseInvalidRequests(server)
	limitConnections(server, { perAddress: connectionsPerAddress, idleMs, trustedProxies })
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		// Only Linux divides connections among processes. Elsewhere the parent process accepts them and `node:cluster` passes them
		// on.
		server.listen({ port, host, reusePort: isShared && process.platform === 'linux' }, () => {
			server.off('error', reject)
			resolve()
		})
	})
	return {
		serve: ({ fetch, refuse = () => false, built, upgrades: taken, observeRequest }) => {
			upgrades = taken
			const slow = getRequestListener(async (request, env) => {
				const response = await fetch(request, env)
				const { outgoing } = env
				if (!(response instanceof StreamedResponse && outgoing instanceof ServerResponse)) return response
				void sendStream(response, outgoing)
				return RESPONSE_ALREADY_SENT
			})
			answer = (request, response) => {
				const started = observeRequest === undefined ? 0 : performance.now()
				const ready = built && askBuilt(built, request)
				const reply = (answered: BuiltAnswer | undefined) => {
					if (answered === undefined) {
						if (refuse(request, response)) return
						beginParts(request, response)
						return slow(request, response)
					}
					send(answered, response)
					observeRequest?.(routeOf(request), answered.status, (performance.now() - started) / 1000)
				}
				return ready instanceof Promise ? ready.then(reply) : reply(ready)
			}
		},
		drain: () => {
			isDraining = true
		},
		close: (graceMs) => closeServer(server, upgraded, graceMs),
		port: portOf(server),
	}
}

function answerNotStarted(_request: IncomingMessage, response: ServerResponse): void {
	response
		.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
		.end('The shop is opening.')
}

/**
 * Returns the route by which the metrics count a request for a path that exists. The route of a page is its path. All assets
 * share one route, and so do all other files.
 */
function routeOf({ url = '/' }: IncomingMessage): string {
	const path = pathOf(url)
	if (path.startsWith('/assets/')) return '/assets/*'
	return path.includes('.') ? 'other files' : path
}

export function pathOf(target: string): string {
	const query = target.indexOf('?')
	return query === -1 ? target : target.slice(0, query)
}

function askBuilt(built: BuiltPages, request: IncomingMessage): ReturnType<BuiltPages['answer']> {
	return built.answer({
		method: request.method ?? 'GET',
		path: pathOf(request.url ?? '/'),
		acceptEncoding: request.headers['accept-encoding']?.toString(),
		ifNoneMatch: request.headers['if-none-match'],
		range: request.headers.range,
		ifRange: request.headers['if-range']?.toString(),
	})
}

/**
 * The headers as one list of names and values, which is the fastest form for Node. Each list is made once. Its last value is the
 * request id.
 */
const headerLists = new WeakMap<BuiltAnswer['headers'], string[]>()

function send({ status, headers, body }: BuiltAnswer, response: ServerResponse): void {
	let list = headerLists.get(headers)
	if (list === undefined) {
		list = [...Object.entries(headers).flat(), 'x-request-id', '']
		headerLists.set(headers, list)
	}
	// Node writes the headers out at once, so the next request may overwrite the id.
	list[list.length - 1] = makeRequestId()
	response.writeHead(status, list)
	response.end(body)
}

async function closeServer(server: Server, upgraded: ReadonlySet<Duplex>, graceMs: number): Promise<void> {
	await untilAccepted(server)
	const closed = new Promise<void>((resolve) => server.close(() => resolve()))
	server.closeIdleConnections()
	// Closes connections as they become idle; otherwise browsers would keep them open and send further requests. Only right after Node
	// has read from all of them: a proxy would answer with an error if a connection were closed whose next request is still unread.
	const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
	const cut = setTimeout(() => {
		server.closeAllConnections()
		// Node does not close connections that have been upgraded to WebSockets.
		for (const socket of upgraded) socket.destroy()
	}, graceMs)
	await closed
	clearInterval(sweep)
	clearTimeout(cut)
}

/**
 * Waits until Node has accepted all waiting connections. Closing the server resets connections that the system has established
 * but Node has not accepted. A proxy may not repeat the requests on these connections, so it would answer with an error. Node
 * accepts one connection in each turn of the event loop. If a nearly idle turn accepts none, no connection is waiting.
 */
async function untilAccepted(server: Server): Promise<void> {
	const deadline = performance.now() + 2_000
	let accepted = false
	const onConnection = () => {
		accepted = true
	}
	server.on('connection', onConnection)
	const turn = () => new Promise((resolve) => setImmediate(resolve))
	// The current turn has begun already, and may be past the point where Node accepts connections.
	await turn()
	let start: number
	let end = performance.now()
	do {
		accepted = false
		start = end
		await turn()
		end = performance.now()
	} while ((accepted || end - start > quietTurnMs) && end < deadline)
	server.off('connection', onConnection)
}

function portOf(server: Server): number {
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('not listening on a port')
	return address.port
}
