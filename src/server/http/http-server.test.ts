import { Agent, get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/http/http-server.ts'

async function server() {
	const http = await listen({ host: '127.0.0.1', port: 0 })
	onTestFinished(() => http.close(0))
	return { http, url: `http://127.0.0.1:${http.port}` }
}

test('until the shop is open every request is told to come back in a moment', async () => {
	const { http, url } = await server()
	const early = await fetch(url)
	expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
	http.serve({ fetch: () => new Response('open'), built: undefined })
	expect(await (await fetch(url)).text()).toBe('open')
})

test('a taken port is known at once', async () => {
	const { http } = await server()
	await expect(listen({ host: '127.0.0.1', port: http.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('closing lets the request under way finish, ends its connection and takes no other', async () => {
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
	await expect(fetch(url)).rejects.toThrow()
	finish.resolve()
	expect((await answer).text).toBe('whole')
	await closed
	// Not only when the connection has been idle for five seconds, nor when patience has run out.
	expect(performance.now() - started).toBeLessThan(3_000)
})

test('a request that never ends is cut when patience has', async () => {
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
