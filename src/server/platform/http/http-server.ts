import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { BuiltAnswer, BuiltPages } from '#server/platform/http/built-pages.ts'
import { limitConnections } from '#server/platform/http/connection-limits.ts'
import { createPipelineLimit } from '#server/platform/http/pipeline-limit.ts'
import { makeRequestId } from '#server/platform/http/request-id.ts'

export interface HttpServer {
	/** Sets who answers from now on. Until then every request is answered with 503. */
	serve(answering: Answering): void
	/** Ends each connection with the answer under way from now on, so that proxies stop keeping them open. */
	drain(): void
	/** Takes no new requests, lets those under way finish for up to `graceMs`, then cuts them. */
	close(graceMs: number): Promise<void>
	/** The port it really listens on. */
	readonly port: number
}

interface Answering {
	fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>
	/** Answered ahead of everything else, straight from memory. */
	built: BuiltPages | undefined
}

interface ListenOptions {
	host: string
	port: number
	/** Open connections one address may have; 200 unless given. */
	connectionsPerAddress?: number
	/** How long a connection may stand still, in milliseconds; a minute unless given. */
	idleMs?: number
	/** How long a client may take to send a request's headers, in milliseconds; ten seconds unless given. */
	headersMs?: number
	/** How long it may take to send the whole request, in milliseconds; thirty seconds unless given. */
	requestMs?: number
	/** Proxies, to whom the number of connections does not apply. */
	trustedProxies?: readonly string[]
}

const keepAliveMs = 5_000
// A proxy may send a request on a connection at the moment we close it, and must not repeat one that changes something. So the
// proxy has to be the one that closes: nginx does after a minute.
const proxyKeepAliveMs = 75_000

/** Opens the port. Rejects with Node's own error. */
export async function listen({
	host,
	port,
	connectionsPerAddress = 200,
	idleMs = 60_000,
	headersMs = 10_000,
	requestMs = 30_000,
	trustedProxies = [],
}: ListenOptions): Promise<HttpServer> {
	let answer: (request: IncomingMessage, response: ServerResponse) => unknown = comeBackSoon
	let isDraining = false
	const mayAnswer = createPipelineLimit()
	const server = createServer(
		{
			headersTimeout: headersMs,
			requestTimeout: requestMs,
			// Node looks for slow requests only every thirty seconds by default, so they could take that much longer.
			connectionsCheckingInterval: 500,
			keepAliveTimeout: trustedProxies.length > 0 ? proxyKeepAliveMs : keepAliveMs,
			maxHeaderSize: 16_384,
			noDelay: true,
		},
		(request, response) => {
			if (isDraining) response.shouldKeepAlive = false
			if (mayAnswer(request, response)) answer(request, response)
		},
	)
	limitConnections(server, { perAddress: connectionsPerAddress, idleMs, trustedProxies })
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, host, () => {
			server.off('error', reject)
			resolve()
		})
	})
	return {
		serve: ({ fetch, built }) => {
			const slow = getRequestListener(fetch)
			answer = (request, response) => {
				const ready = built && askBuilt(built, request)
				const reply = (answered: BuiltAnswer | undefined) =>
					answered === undefined ? slow(request, response) : send(answered, response)
				return ready instanceof Promise ? ready.then(reply) : reply(ready)
			}
		},
		drain: () => {
			isDraining = true
		},
		close: (graceMs) => closeServer(server, graceMs),
		port: portOf(server),
	}
}

function comeBackSoon(_request: IncomingMessage, response: ServerResponse): void {
	response
		.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
		.end('The shop is opening.')
}

function askBuilt(built: BuiltPages, request: IncomingMessage): ReturnType<BuiltPages['answer']> {
	const target = request.url ?? '/'
	const query = target.indexOf('?')
	return built.answer({
		method: request.method ?? 'GET',
		path: query === -1 ? target : target.slice(0, query),
		acceptEncoding: request.headers['accept-encoding']?.toString(),
		ifNoneMatch: request.headers['if-none-match'],
		range: request.headers.range,
		ifRange: request.headers['if-range']?.toString(),
	})
}

function send({ status, headers, body }: BuiltAnswer, response: ServerResponse): void {
	response.writeHead(status, { ...headers, 'x-request-id': makeRequestId() })
	response.end(body)
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
	// Right after new connections have been accepted: those still waiting to be would be refused.
	await new Promise((resolve) => setImmediate(resolve))
	const closed = new Promise<void>((resolve) => server.close(() => resolve()))
	server.closeIdleConnections()
	// A connection ends with the answer under way; else a browser keeps it open, and may bring one request after another.
	const sweep = setInterval(() => server.closeIdleConnections(), 50)
	const cut = setTimeout(() => server.closeAllConnections(), graceMs)
	await closed
	clearInterval(sweep)
	clearTimeout(cut)
}

function portOf(server: Server): number {
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('not listening on a port')
	return address.port
}
