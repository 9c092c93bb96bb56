import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/platform/http/http-server.ts'

/** Starts a server that answers after a moment and counts its requests. */
async function server() {
	const http = await listen({ host: '127.0.0.1', port: 0 })
	onTestFinished(() => http.close(0))
	const asked: string[] = []
	http.serve({
		fetch: async (request) => {
			asked.push(new URL(request.url).pathname)
			await new Promise((resolve) => setTimeout(resolve, 20))
			return new Response('here')
		},
		built: undefined,
	})
	return { port: http.port, asked }
}

/** Sends many requests in one write; resolves with the statuses received before the connection closed. */
function sendAtOnce(port: number, count: number, { last = 'close' } = {}): Promise<string[]> {
	const one = (connection: string) =>
		`GET /pipelined HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`
	return new Promise((resolve, reject) => {
		let text = ''
		connect(port, '127.0.0.1')
			.setEncoding('utf8')
			.on('data', (part) => {
				text += part
			})
			.on('error', reject)
			.on('close', () => resolve(Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = '']) => status)))
			.write(one('keep-alive').repeat(count - 1) + one(last))
	})
}

test('a few pipelined requests are all answered, in order', async () => {
	const { port, asked } = await server()
	expect(await sendAtOnce(port, 12)).toEqual(Array(12).fill('200'))
	expect(asked).toHaveLength(12)
})

test('of two thousand pipelined requests only a few are answered, and the rest are never read', async () => {
	const { port, asked } = await server()
	const statuses = await sendAtOnce(port, 2_000, { last: 'keep-alive' })
	expect(statuses).toEqual([...Array(17).fill('200'), '503'])
	expect(asked).toHaveLength(17)
})

test('other connections are served while one that pipelines too much is refused', async () => {
	const { port } = await server()
	const flood = sendAtOnce(port, 2_000, { last: 'keep-alive' })
	const answer = await fetch(`http://127.0.0.1:${port}/elsewhere`)
	expect(answer.status).toBe(200)
	expect((await flood).at(-1)).toBe('503')
})

test('a connection may send any number of requests, one at a time', async () => {
	const { port, asked } = await server()
	for (let number = 0; number < 60; number += 1) await (await fetch(`http://127.0.0.1:${port}/again`)).text()
	expect(asked).toHaveLength(60)
})
