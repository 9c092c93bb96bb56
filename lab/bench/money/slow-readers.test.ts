import { Agent, createServer, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSlowly, type SlowReader } from './slow-readers.ts'

const megabyte = new Uint8Array(1 << 20)

let server: Server
let url: string
let answer: (response: ServerResponse) => void
let reader: SlowReader
beforeEach(async () => {
	server = createServer((_, response) => answer(response))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('no port')
	url = `http://127.0.0.1:${address.port}`
})
afterEach(async () => {
	reader.stop()
	server.closeAllConnections()
	await new Promise((resolve) => server.close(resolve))
})

/** Lets a reader read for a second. On a busy machine, the answer may come later. */
async function expectReading(isReading: boolean, answers: (response: ServerResponse) => void): Promise<void> {
	answer = answers
	reader = readSlowly(url, new Agent())
	await new Promise((resolve) => setTimeout(resolve, 1_000))
	await expect.poll(() => reader.isReading()).toBe(isReading)
}

test('a slow reader counts as reading while it is receiving the file', async () => {
	await expectReading(true, (response) => response.end(megabyte))
})

test.each<[string, (response: ServerResponse) => void]>([
	['a refusal, however long', (response) => response.writeHead(503).end(megabyte)],
	[
		'cut off',
		(response) => {
			response.write(megabyte.subarray(0, 40_000))
			setTimeout(() => response.destroy(), 500)
		},
	],
	['missing', () => {}],
	['complete', (response) => response.end(megabyte.subarray(0, 20_000))],
])('a slow reader does not count as reading if its response is %s', async (_, answers) => {
	await expectReading(false, answers)
})
