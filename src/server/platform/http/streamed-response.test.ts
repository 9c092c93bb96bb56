import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { type HttpServer, listen } from '#server/platform/http/http-server.ts'
import { StreamedResponse } from '#server/platform/http/streamed-response.ts'

let http: HttpServer
let failures: unknown[]
beforeEach(async () => {
	http = await listen({ host: '127.0.0.1', port: 0, connectionsPerAddress: 500 })
	failures = []
})
afterEach(() => http.close(0))

function respond(body: ReadableStream<Uint8Array<ArrayBuffer>>, length: number): StreamedResponse {
	return new StreamedResponse(body, {
		status: 200,
		headers: new Headers({ 'content-length': String(length), 'x-kind': 'streamed' }),
		onFailure: (error) => failures.push(error),
	})
}

/** Answers every request with bytes of a file on disk. The path of the request says at which byte to begin. */
async function serveFile(bytes: Uint8Array): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-streamed-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const store = createDiskStore(folder)
	await store.put('file', bytes)
	http.serve({
		fetch: async ({ url }) => {
			const start = Number(new URL(url).pathname.slice(1))
			const body = await (await store.open('file'))?.read({ start, end: bytes.length - 1 })
			if (!(body instanceof ReadableStream)) throw new Error('not a stream')
			return respond(body, bytes.length - start)
		},
		built: undefined,
	})
}

function open(path: string): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		get({ host: '127.0.0.1', port: http.port, path, agent: new Agent() }, resolve).on('error', reject)
	})
}

/** What a stream was asked for. */
interface Asked {
	/** The sizes of the buffers that it was to fill. */
	buffers: number[]
	isCancelled: boolean
}

/** Makes an endless byte stream, which after `pieces` pieces waits for ever. */
function endless(pieces = Number.POSITIVE_INFINITY): {
	body: ReadableStream<Uint8Array<ArrayBuffer>>
	asked: Asked
} {
	const asked: Asked = { buffers: [], isCancelled: false }
	const body = new ReadableStream({
		type: 'bytes',
		pull: async ({ byobRequest }) => {
			asked.buffers.push(byobRequest?.view?.byteLength ?? 0)
			if (asked.buffers.length > pieces) await new Promise(() => {})
			byobRequest?.respond(byobRequest.view?.byteLength ?? 0)
		},
		cancel: () => {
			asked.isCancelled = true
		},
	})
	return { body, asked }
}

test('fast, slow and disconnecting clients at once all receive exactly their own bytes', async () => {
	// Far more than the system keeps for a connection, so that pieces have to wait for slow clients.
	const file = randomBytes(8_000_000)
	await serveFile(file)
	const receive = async (start: number, kind: 'fast' | 'slow' | 'disconnects') => {
		const response = await open(`/${start}`)
		let at = start
		for await (const chunk of response) {
			if (!file.subarray(at, at + chunk.length).equals(chunk)) return `wrong bytes at ${at}`
			const pauses = Math.floor((at + chunk.length) / 1_000_000) - Math.floor(at / 1_000_000)
			at += chunk.length
			if (kind === 'disconnects' && at > start + 2_000_000) return 'as expected'
			if (kind === 'slow' && pauses > 0) await pause(50)
		}
		return at === file.length ? 'as expected' : `ended at ${at}`
	}
	const kinds = ['fast', 'slow', 'disconnects'] as const
	// More than the number of large buffers.
	const results = await Promise.all(
		Array.from({ length: 48 }, (_, index) => receive(index * 10_007, kinds[index % 3] ?? 'fast')),
	)
	expect(new Set(results)).toEqual(new Set(['as expected']))
	expect(failures).toEqual([])
})

test('requests pipelined on one connection are answered in order and exactly', async () => {
	const file = randomBytes(3_000_000)
	await serveFile(file)
	const socket = connect(http.port, '127.0.0.1')
	const request = (path: string, extra = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${extra}\r\n`
	socket.write(request('/0') + request('/1000') + request('/2000', 'Connection: close\r\n'))
	const chunks: Buffer[] = []
	for await (const chunk of socket) chunks.push(chunk)
	let rest = Buffer.concat(chunks)
	for (const start of [0, 1000, 2000]) {
		const body = rest.indexOf('\r\n\r\n') + 4
		expect(rest.subarray(0, body).toString()).toContain(`content-length: ${file.length - start}`)
		const end = body + file.length - start
		expect(rest.subarray(body, end).equals(file.subarray(start))).toBe(true)
		rest = rest.subarray(end)
	}
	expect(rest).toHaveLength(0)
})

test('every piece of a response is read into the same memory', async () => {
	const found: (number | undefined)[] = []
	http.serve({
		fetch: () =>
			respond(
				new ReadableStream({
					type: 'bytes',
					pull: (controller) => {
						const view = controller.byobRequest?.view
						if (!view) throw new Error('no buffer')
						const memory = new Uint8Array(view.buffer, view.byteOffset)
						// New memory would contain zeros.
						found.push(memory[0])
						memory[0] = found.length
						controller.byobRequest?.respond(1)
						if (found.length === 4) controller.close()
					},
				}),
				4,
			),
		built: undefined,
	})
	const response = await fetch(`http://127.0.0.1:${http.port}`)
	expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 3, 4])
	expect(found).toEqual([0, 1, 2, 3])
})

test('only some responses have a large buffer at a time, and a client that disconnects makes room for another', async () => {
	const streams: Asked[] = []
	http.serve({
		fetch: () => {
			const { body, asked } = endless()
			streams.push(asked)
			return respond(body, 1e9)
		},
		built: undefined,
	})
	const opened = await Promise.all(Array.from({ length: 40 }, () => open('/')))
	const isLarge = ({ buffers: [first = 0] }: Asked) => first === 256 << 10
	expect(streams.filter(isLarge)).toHaveLength(32)
	expect(streams.filter(({ buffers: [first] }) => first === 64 << 10)).toHaveLength(8)
	for (const response of opened) response.destroy()
	await expect.poll(() => streams.every(({ isCancelled }) => isCancelled)).toBe(true)
	const again = await open('/')
	expect(streams.slice(40).map(isLarge)).toEqual([true])
	again.destroy()
	expect(failures).toEqual([])
})

test('a stream that is waiting for its source is cancelled as soon as the client disconnects', async () => {
	const { body, asked } = endless(1)
	http.serve({ fetch: () => respond(body, 1e9), built: undefined })
	const response = await open('/')
	await expect.poll(() => asked.buffers.length).toBe(2)
	response.destroy()
	await expect.poll(() => asked.isCancelled).toBe(true)
	expect(failures).toEqual([])
})

test('a stream is cancelled if the client disconnects before the response begins', async () => {
	const { body, asked } = endless()
	const begun = Promise.withResolvers<void>()
	const isGone = Promise.withResolvers<void>()
	http.serve({
		fetch: async (_request, { outgoing }) => {
			outgoing.once('close', isGone.resolve)
			begun.resolve()
			await isGone.promise
			return respond(body, 1e9)
		},
		built: undefined,
	})
	const socket = connect(http.port, '127.0.0.1')
	socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
	await begun.promise
	socket.destroy()
	await expect.poll(() => asked).toEqual({ buffers: [], isCancelled: true })
})

test('a closing server cancels the streams that are not finished after the grace period', async () => {
	const { body, asked } = endless()
	http.serve({ fetch: () => respond(body, 1e9), built: undefined })
	const response = await open('/')
	response.on('error', () => {})
	await http.close(100)
	await expect.poll(() => asked.isCancelled).toBe(true)
})

test('a body that fails is reported once, and its connection is closed before the end of the response', async () => {
	let pulls = 0
	http.serve({
		fetch: () =>
			respond(
				new ReadableStream({
					type: 'bytes',
					autoAllocateChunkSize: 1024,
					pull: ({ byobRequest }) => {
						pulls += 1
						if (pulls > 3) throw new Error('the disk is broken')
						byobRequest?.respond(1000)
					},
				}),
				1e6,
			),
		built: undefined,
	})
	const response = await open('/')
	expect([response.statusCode, response.headers['x-kind']]).toEqual([200, 'streamed'])
	let received = 0
	await expect(
		(async () => {
			for await (const chunk of response) received += chunk.length
		})(),
	).rejects.toThrow('aborted')
	expect(received).toBeLessThanOrEqual(3000)
	expect(failures).toEqual([new Error('the disk is broken')])
})

// Only Linux shows which files a process has open.
test.skipIf(process.platform !== 'linux')(
	'no file stays open after its client has disconnected',
	async () => {
		await serveFile(randomBytes(8_000_000))
		const openFiles = async () => (await readdir('/proc/self/fd')).length
		const before = await openFiles()
		const opened = await Promise.all(Array.from({ length: 20 }, () => open('/0')))
		expect(await openFiles()).toBeGreaterThanOrEqual(before + 20)
		for (const response of opened) response.destroy()
		await expect.poll(openFiles).toBeLessThan(before + 5)
	},
)

test('without a server, the body is read like that of any other response', async () => {
	const body = new Response('whole').body
	if (body === null) throw new Error('no body')
	expect(await respond(body, 5).text()).toBe('whole')
})
