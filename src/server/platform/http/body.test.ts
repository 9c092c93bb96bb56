import { expect, test } from 'vitest'
import { readBytes, readEmail, readJson } from '#server/platform/http/body.ts'

const limitBytes = 10

/** Returns a request with a chunked body of unknown length. */
function inPieces(...pieces: number[]): Request {
	const body = new ReadableStream<Uint8Array>({
		start: (controller) => {
			for (const bytes of pieces) controller.enqueue(new Uint8Array(bytes))
			controller.close()
		},
	})
	// `duplex` is missing in Node's types.
	const options = { method: 'POST', body, duplex: 'half' }
	return new Request('https://shop.test', options)
}

const whole = (bytes: number) =>
	new Request('https://shop.test', {
		method: 'POST',
		body: new Uint8Array(bytes),
		headers: { 'content-length': String(bytes) },
	})

test('a body may be as long as the limit, and no longer', async () => {
	expect(await readBytes(whole(10), limitBytes)).toHaveLength(10)
	expect(await readBytes(inPieces(4, 6), limitBytes)).toHaveLength(10)
	for (const tooLong of [whole(11), inPieces(11), inPieces(4, 6, 1)])
		await expect(readBytes(tooLong, limitBytes)).rejects.toMatchObject({ status: 413 })
})

test('a compressed body is refused', async () => {
	const request = whole(1)
	request.headers.set('content-encoding', 'gzip')
	await expect(readBytes(request, limitBytes)).rejects.toMatchObject({ status: 415 })
})

test('JSON may be nested 32 deep, and no deeper', async () => {
	const nested = (depth: number) =>
		new Request('https://shop.test', { method: 'POST', body: '['.repeat(depth) + ']'.repeat(depth) })
	expect(await readJson(nested(32), 1_000)).toHaveLength(1)
	await expect(readJson(nested(33), 1_000)).rejects.toMatchObject({ code: 'bad_json' })
})

test('JSON may contain ten thousand values, and no more unless the caller allows it', async () => {
	const list = (count: number) =>
		new Request('https://shop.test', { method: 'POST', body: JSON.stringify(Array(count - 1).fill({})) })
	expect(await readJson(list(10_000), 100_000)).toHaveLength(9_999)
	await expect(readJson(list(10_001), 100_000)).rejects.toMatchObject({ code: 'bad_json' })
	expect(await readJson(list(10_001), 100_000, 10_001)).toHaveLength(10_000)
})

test('an address is compared in lower case, and a non-ASCII letter whose lower case is an ASCII letter is refused', () => {
	expect(readEmail('Kate@Bank.test')).toBe('kate@bank.test')
	for (const address of ['\u212aate@bank.test', 'kate@ban\u212a.test', 'kate@bank.te\u017ft'])
		expect(() => readEmail(address)).toThrow('invalid format')
})
