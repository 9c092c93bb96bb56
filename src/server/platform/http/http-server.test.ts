import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { BuiltAnswer } from '#server/platform/http/built-file.ts'
import { listen } from '#server/platform/http/http-server.ts'

async function server() {
	const http = await listen({ host: '127.0.0.1', port: 0 })
	onTestFinished(() => http.close(0))
	return { http, url: `http://127.0.0.1:${http.port}` }
}

test('every request is answered with 503 and a Retry-After until the shop has started', async () => {
	const { http, url } = await server()
	const early = await fetch(url)
	expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
	http.serve({ fetch: () => new Response('open'), built: undefined })
	expect(await (await fetch(url)).text()).toBe('open')
})

test('a built file is served before anything else runs, unless it has been deleted', async () => {
	const { http, url } = await server()
	const file: BuiltAnswer = {
		status: 200,
		headers: { 'content-type': 'text/plain' },
		body: Buffer.from('built'),
	}
	const answers = new Map<string, BuiltAnswer | Promise<BuiltAnswer | undefined>>([
		['/ready', file],
		['/read-first', Promise.resolve(file)],
		['/gone', Promise.resolve(undefined)],
	])
	http.serve({
		fetch: () => new Response('not built', { status: 404 }),
		built: {
			paths: new Set(),
			shown: new Map(),
			show: async () => {},
			shrink: async () => {},
			answer: ({ path }) => answers.get(path),
		},
	})
	const ask = async (path: string) => {
		const response = await fetch(`${url}${path}`)
		return `${response.status} ${await response.text()}`
	}
	expect(await ask('/ready')).toBe('200 built')
	expect(await ask('/read-first')).toBe('200 built')
	expect(await ask('/gone')).toBe('404 not built')
})

test('rejects if the port is in use', async () => {
	const { http } = await server()
	await expect(listen({ host: '127.0.0.1', port: http.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a draining server answers as before and closes each connection after its response', async () => {
	const { http, url } = await server()
	http.serve({ fetch: () => new Response('open'), built: undefined })
	const agent = new Agent({ keepAlive: true, maxSockets: 1 })
	onTestFinished(() => agent.destroy())
	const connections = new Set<number | undefined>()
	const ask = () =>
		new Promise<string | undefined>((resolve, reject) => {
			get(url, { agent }, (response) => {
				connections.add(response.socket.localPort)
				response.resume().on('end', () => resolve(`${response.statusCode} ${response.headers.connection}`))
			}).on('error', reject)
		})
	expect(await ask()).toBe('200 keep-alive')
	expect(await ask()).toBe('200 keep-alive')
	expect(connections.size).toBe(1)
	http.drain()
	expect(await ask()).toBe('200 close')
	expect(await ask()).toBe('200 close')
	expect(connections.size).toBe(2)
})

test('closing the server lets the current request finish and refuses new connections', async () => {
	const { http, url } = await server()
	const begun = Promise.withResolvers<void>()
	const finish = Promise.withResolvers<void>()
	http.serve({
		fetch: async () => {
			begun.resolve()
			await finish.promise
			return new Response('whole')
		},
		built: undefined,
	})
	const agent = new Agent({ keepAlive: true })
	onTestFinished(() => agent.destroy())
	const answer = new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
		get(url, { agent }, (response) => {
			let text = ''
			response.setEncoding('utf8').on('data', (part) => {
				text += part
			})
			response.on('end', () => resolve({ text, connection: response.headers.connection }))
		}).on('error', reject)
	})
	await begun.promise
	const started = performance.now()
	const closed = http.close(20_000)
	await expect.poll(() => errorOfConnecting(http.port)).toBe('ECONNREFUSED')
	finish.resolve()
	expect((await answer).text).toBe('whole')
	await closed
	// Closing does not wait for the idle timeout of five seconds or the grace period.
	expect(performance.now() - started).toBeLessThan(5_000)
})

function errorOfConnecting(port: number): Promise<string | undefined> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy()
			resolve(undefined)
		})
		socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
	})
}

test('a server that closes still answers the connections that are waiting to be accepted', async () => {
	const { http } = await server()
	http.serve({ fetch: () => new Response('open'), built: undefined })
	const answers = Array.from(
		{ length: 30 },
		() =>
			new Promise<string>((resolve) => {
				const socket = connect(http.port, '127.0.0.1')
				socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
				socket.once('data', (data) => resolve(data.toString().slice(0, 15)))
				socket.once('error', (error) => resolve(error.message))
			}),
	)
	await http.close(5_000)
	expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('when the server closes, a request that never ends is cut off after the grace period', async () => {
	const { http, url } = await server()
	const begun = Promise.withResolvers<void>()
	http.serve({
		fetch: async () => {
			begun.resolve()
			return await new Promise<Response>(() => {})
		},
		built: undefined,
	})
	const cut = expect(fetch(url)).rejects.toThrow()
	await begun.promise
	await http.close(100)
	await cut
})

test('an address may open a limited number of connections, and closing one allows another', async () => {
	const limited = await listen({ host: '127.0.0.1', port: 0, connectionsPerAddress: 2 })
	const open = async () => {
		const socket = connect(limited.port, '127.0.0.1')
		socket.on('error', () => {})
		socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
		const answered = await new Promise<boolean>((resolve) => {
			socket.once('data', () => resolve(true))
			socket.once('close', () => resolve(false))
		})
		return { socket, answered }
	}
	const [first, second] = [await open(), await open()]
	expect([first.answered, second.answered]).toEqual([true, true])
	expect((await open()).answered).toBe(false)
	first.socket.destroy()
	await expect.poll(async () => (await open()).answered).toBe(true)
	await limited.close(0)
})

test('connections of a trusted proxy are not limited', async () => {
	const limited = await listen({
		host: '127.0.0.1',
		port: 0,
		connectionsPerAddress: 1,
		trustedProxies: ['127.0.0.0/8'],
	})
	const answers = await Promise.all(
		Array.from({ length: 5 }, () =>
			fetch(`http://127.0.0.1:${limited.port}/`, { headers: { connection: 'close' } }),
		),
	)
	expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
	await limited.close(0)
})

test('a client that stops reading is disconnected, but a slow one is not', async () => {
	const http = await listen({ host: '127.0.0.1', port: 0, idleMs: 2_000 })
	onTestFinished(() => http.close(0))
	const bytes = 20_000_000
	http.serve({ fetch: () => new Response(new Uint8Array(bytes)), built: undefined })
	const receive = async (pauseMs: number) => {
		const socket = connect(http.port, '127.0.0.1')
		socket.on('error', () => {})
		socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
		let received = 0
		const pauseEvery = 2_000_000
		socket.on('data', (chunk: Buffer) => {
			const before = received
			received += chunk.length
			if (Math.floor(before / pauseEvery) === Math.floor(received / pauseEvery)) return
			socket.pause()
			setTimeout(() => socket.resume(), pauseMs)
		})
		await new Promise((resolve) => socket.once('close', resolve))
		return received
	}
	const [slow, still] = await Promise.all([receive(100), receive(6_000)])
	expect(slow).toBeGreaterThanOrEqual(bytes)
	expect(still).toBeLessThan(bytes)
})

test('a client that is too slow to send headers or a body is disconnected, but one that finishes is not', async () => {
	const http = await listen({ host: '127.0.0.1', port: 0, headersMs: 1_000, requestMs: 3_000 })
	onTestFinished(() => http.close(0))
	http.serve({ fetch: async (request) => new Response(await request.text()), built: undefined })
	/** Sends `start`, then a byte now and then until the server responds or disconnects; returns the response. */
	const drip = async (start: string) => {
		const socket = connect(http.port, '127.0.0.1')
		socket.on('error', () => {})
		socket.write(start)
		const dripping = setInterval(() => socket.write('a'), 100)
		let answer = ''
		socket.setEncoding('latin1').on('data', (text: string) => {
			answer += text
		})
		const began = performance.now()
		await new Promise((resolve) => socket.once('close', resolve))
		clearInterval(dripping)
		return { status: answer.split(' ')[1], ms: performance.now() - began }
	}
	const post = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: '
	const [headers, body, short] = await Promise.all([
		drip('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
		drip(`${post}1000\r\n\r\n`),
		drip(`${post}5\r\n\r\n`),
	])
	expect([headers.status, body.status, short.status]).toEqual(['408', '408', '200'])
	// The limit for headers must apply before the limit for whole requests. Neither may wait for Node's own check, which runs every
	// thirty seconds by default.
	expect(headers.ms).toBeLessThan(body.ms)
	expect(body.ms).toBeLessThan(20_000)
})

/** Sends a request whose body is never read, and returns the response. Rejects if the connection is reset, as a proxy would see it. */
async function sendWhole(port: number, head: string): Promise<string> {
	const body = 'a'.repeat(900_000)
	return await new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1')
		let answer = ''
		socket.setEncoding('utf8').on('data', (part) => {
			answer += part
		})
		socket.on('end', () => resolve(answer)).on('error', reject)
		socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`)
		socket.write(body)
	})
}

test.each([
	['headers that are too long', `POST / HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n`, 431],
	['an unknown method', 'SELL / HTTP/1.1\r\n', 400],
	['a control character', 'POST / HTTP/1.1\r\nX-Odd: a\u0001b\r\n', 400],
])(
	'a request with %s and a long body is answered without a reset of its connection',
	async (_name, head, status) => {
		const { http } = await server()
		for (let time = 0; time < 5; time += 1)
			expect(await sendWhole(http.port, head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
	},
)
