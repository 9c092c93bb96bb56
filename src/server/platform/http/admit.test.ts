import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createAdmission, defaultLanes } from '#server/platform/http/admission.ts'
import { admit } from '#server/platform/http/admit.ts'
import { listen } from '#server/platform/http/http-server.ts'

/** Starts a server with few places, which answers with the body of the request. */
async function server() {
	const http = await listen({ host: '127.0.0.1', port: 0 })
	onTestFinished(() => http.close(0))
	const answering = admit(async (request) => new Response(`received ${await request.text()}`), {
		admission: createAdmission({ limits: { ...defaultLanes, rest: { ...defaultLanes.rest, atOnce: 12 } } }),
		priorityOf: () => 'rest',
		formatOf: () => undefined,
		site: { siteUrl: 'http://localhost' },
		log: pino({ level: 'silent' }),
	})
	http.serve({ ...answering, built: undefined })
	return http.port
}

/** Sends the headers of a request, but not its body. */
async function begin(port: number, header: string): Promise<{ socket: Socket; answer: Promise<string> }> {
	const socket = connect(port, '127.0.0.1')
	onTestFinished(() => void socket.destroy())
	const answer = new Promise<string>((resolve, reject) => {
		socket.once('data', (data) => resolve(data.toString())).once('error', reject)
	})
	await new Promise<void>((resolve) => {
		socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`, () => resolve())
	})
	return { socket, answer }
}

async function read(port: number): Promise<number> {
	return (await fetch(`http://127.0.0.1:${port}`)).status
}

test('clients that are slow to send a short body occupy no place, and are answered once the whole body has arrived', async () => {
	const port = await server()
	const slow = await Promise.all(Array.from({ length: 30 }, () => begin(port, 'Content-Length: 12')))
	for (const { socket } of slow) socket.write('hello ')
	expect(await read(port)).toBe(200)
	for (const { socket } of slow) socket.write('world!')
	for (const { answer } of slow) expect(await answer).toMatch(/^HTTP\/1\.1 200 .*received hello world!$/s)
})

test('clients that are slow to send a long body occupy at most ten places, and a client that disconnects gives its place back', async () => {
	const port = await server()
	for (const header of ['Transfer-Encoding: chunked', 'Content-Length: 100000']) {
		const slow = await Promise.all(Array.from({ length: 10 }, () => begin(port, header)))
		expect(await read(port)).toBe(200)
		const one = await begin(port, header)
		expect(await one.answer).toMatch(/^HTTP\/1\.1 503 /)
		for (const { socket } of slow) socket.destroy()
		await expect.poll(async () => await send(port, 'a'.repeat(100_000))).toBe(200)
	}
	for (const header of Array(30).fill('Content-Length: 5')) (await begin(port, header)).socket.destroy()
	expect(await send(port, 'short')).toBe(200)
})

async function send(port: number, body: string): Promise<number> {
	const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })
	if (answer.status === 200) expect(await answer.text()).toBe(`received ${body}`)
	return answer.status
}

test('a tab that is refused gets a page, and a program the message', async () => {
	const refusing = admit(async () => new Response(''), {
		admission: { ...createAdmission(), enter: () => Promise.resolve(false) },
		priorityOf: () => 'rest',
		formatOf: () => undefined,
		site: { siteUrl: 'http://localhost' },
		log: pino({ level: 'silent' }),
	})
	const http = await listen({ host: '127.0.0.1', port: 0 })
	onTestFinished(() => http.close(0))
	http.serve({ ...refusing, refuse: () => false, built: undefined })
	const { body } = await new Promise<{ body: string }>((resolve) => {
		get({ port: http.port, headers: { accept: 'text/html' } }, (answer) => {
			expect(answer.statusCode).toBe(503)
			expect(answer.headers['retry-after']).toMatch(/^[123]$/)
			answer.toArray().then((chunks) => resolve({ body: Buffer.concat(chunks).toString() }))
		})
	})
	expect(body).toContain('<h1>This can’t be opened just now</h1>')
	const program = await fetch(`http://127.0.0.1:${http.port}`)
	expect(await program.text()).toBe('The shop is very busy just now. Please try again in a moment.')
})
