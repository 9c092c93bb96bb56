import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { StoreFailure, storedName } from '#server/shop/files/file-store.ts'
import { fileBytes as bytes, contentOf, storePlaces } from '#test/file-stores.ts'

const { bucketStore } = storePlaces()

describe('in a bucket', () => {
	test('a store cannot see other folders of its bucket', async () => {
		const [ours, theirs] = ['ours/', 'theirs/'].map((prefix) => bucketStore({ prefix }))
		await ours?.put('guide.pdf', bytes)
		expect(await theirs?.open('guide.pdf')).toBeUndefined()
		expect(await ours?.open('guide.pdf')).toBeDefined()
	})

	test('a file whose name has special characters is stored and read back', async () => {
		const store = bucketStore()
		const name = storedName("résumé (final)! it's 50% ~off*.pdf", 'a'.repeat(64))
		await store.put(name, bytes)
		expect(await contentOf(store, name, { start: 5, end: 9 })).toEqual(Buffer.from(bytes.subarray(5, 10)))
	})

	test('wrong keys and an unreachable service are reported as failures of the store, not as missing files', async () => {
		const stranger = bucketStore({ secretAccessKey: 'wrong' })
		await expect(stranger.open('guide.pdf')).rejects.toBeInstanceOf(StoreFailure)
		await expect(stranger.list('')).rejects.toBeInstanceOf(StoreFailure)
		await expect(stranger.put('guide.pdf', bytes)).rejects.toBeInstanceOf(StoreFailure)
		const incoming = await stranger.receive()
		await incoming.write(bytes)
		await incoming.complete()
		await expect(incoming.publish('guide.pdf')).rejects.toBeInstanceOf(StoreFailure)
		await incoming.discard()
		const away = bucketStore({ endpoint: 'http://127.0.0.1:1' })
		await expect(away.open('guide.pdf')).rejects.toBeInstanceOf(StoreFailure)
		await expect(away.remove('guide.pdf')).rejects.toBeInstanceOf(StoreFailure)
	})

	test('a list of files that comes in several pages is read to its end', async () => {
		const names = ['a.json', 'b.json', 'c.json', 'd.json', 'e.json']
		const paging = createServer((request, response) => {
			const query = new URL(request.url ?? '', 'http://bucket.test').searchParams
			const after = query.get('start-after') ?? ''
			const rest = names.filter((name) => `ours/${name}` > after)
			response.end(
				`<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${rest.length > 2}</IsTruncated>${rest
					.slice(0, 2)
					.map((name) => `<Contents><Key>ours%2F${name}</Key></Contents>`)
					.join('')}</ListBucketResult>`,
			)
		})
		await new Promise<void>((resolve) => paging.listen(0, '127.0.0.1', resolve))
		const address = paging.address()
		if (address === null || typeof address === 'string') throw new Error('no port')
		try {
			const store = bucketStore({ endpoint: `http://127.0.0.1:${address.port}`, prefix: 'ours/' })
			expect(await store.list('')).toEqual(names)
		} finally {
			await new Promise((resolve) => paging.close(resolve))
		}
	})

	test('a refused request frees its connection, even if the response never ends', async () => {
		let open = 0
		const refusing = createServer((request, response) => {
			open += 1
			response.on('close', () => (open -= 1))
			request.resume()
			// Begins an answer, but never ends it.
			response.writeHead(403).write('refused')
		})
		await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
		const address = refusing.address()
		if (address === null || typeof address === 'string') throw new Error('no port')
		const store = bucketStore({ endpoint: `http://127.0.0.1:${address.port}` })
		try {
			await expect(store.put('guide.pdf', bytes)).rejects.toBeInstanceOf(StoreFailure)
			await expect(store.remove('guide.pdf')).rejects.toBeInstanceOf(StoreFailure)
			await expect.poll(() => open).toBe(0)
		} finally {
			refusing.closeAllConnections()
			await new Promise((resolve) => refusing.close(resolve))
		}
	})

	test('the download ends when its receiver disconnects', async () => {
		const store = bucketStore()
		await store.put('long.pdf', new Uint8Array(5_000_000))
		const stream = await (await store.open('long.pdf'))?.read()
		if (!(stream instanceof ReadableStream)) throw new Error('not a stream')
		const reader = stream.getReader()
		expect((await reader.read()).done).toBe(false)
		await reader.cancel()
		expect((await reader.read()).done).toBe(true)
	})
})
