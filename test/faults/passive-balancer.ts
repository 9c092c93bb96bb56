import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface PassiveBalancerOptions {
	port: number
	servers: readonly number[]
	/** How long a server that failed receives no requests. */
	failSeconds: number
}

interface Forwarded {
	answer: IncomingMessage
}

/** Methods that nginx retries on another server although the first may have received the request. */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * Forwards each request to the next server, like an ordinary upstream of nginx without health checks (`max_fails=1`,
 * `proxy_next_upstream error timeout`). Tries another server if one cannot be reached. After a request has been sent,
 * repeats it only if it is idempotent. Passes on every answer, even a 503.
 */
export async function startPassiveBalancer({
	port,
	servers,
	failSeconds,
}: PassiveBalancerOptions): Promise<{ close(): Promise<void> }> {
	const agent = new Agent({ keepAlive: false })
	const failedUntil = new Map<number, number>()
	let turn = 0
	const balancer = createServer(async (asked, answered) => {
		const body = await buffer(asked).catch(() => undefined)
		if (body === undefined) return
		turn += 1
		const inTurn = servers.map((_, index) => servers[(index + turn) % servers.length] ?? 0)
		const live = inTurn.filter((server) => (failedUntil.get(server) ?? 0) <= performance.now())
		await forward(asked, body, answered, live)
	})
	await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve))
	return {
		close: async () => {
			balancer.closeAllConnections()
			await new Promise((resolve) => balancer.close(resolve))
			agent.destroy()
		},
	}

	async function forward(
		asked: IncomingMessage,
		body: Buffer,
		answered: ServerResponse,
		[server, ...others]: readonly number[],
	): Promise<void> {
		if (server === undefined) {
			answered.writeHead(502).end()
			return
		}
		try {
			const { answer } = await ask(server, asked, body)
			answered.writeHead(answer.statusCode ?? 502, answer.headers)
			answer.pipe(answered)
			answer.on('error', () => answered.destroy())
		} catch (error) {
			failedUntil.set(server, performance.now() + failSeconds * 1_000)
			const isUnsent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
			const mayRepeat = isUnsent || repeatable.has(asked.method ?? '')
			await forward(asked, body, answered, mayRepeat ? others : [])
		}
	}

	function ask(server: number, asked: IncomingMessage, body: Buffer): Promise<Forwarded> {
		return new Promise((resolve, reject) => {
			const { method, url, headers } = asked
			const forwarded = request(
				{
					host: '127.0.0.1',
					port: server,
					method,
					path: url,
					agent,
					headers: { ...headers, 'x-forwarded-for': asked.socket.remoteAddress ?? '', connection: 'close' },
				},
				(answer) => resolve({ answer }),
			)
			forwarded.on('error', reject)
			forwarded.end(body)
		})
	}
}
