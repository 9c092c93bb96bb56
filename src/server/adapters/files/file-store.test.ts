import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCachedStore } from '#server/adapters/files/cached-store.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { type FileStore, wholeFile } from '#server/shop/files/file-store.ts'
import { fileBytes as bytes, contentOf, storePlaces } from '#test/file-stores.ts'

const { folder, bucketStore } = storePlaces()

/** Lists the temporary files that are left over. */
async function leftInFolder(path: string): Promise<string[]> {
	return (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.half'))
}

// Every kind of store has to pass the same tests.
describe.each([
	['on disk', () => createDiskStore(join(folder(), 'store'))],
	['in a bucket', () => bucketStore({ prefix: `${randomUUID()}/` })],
	[
		'on disk, with a cache',
		() =>
			createCachedStore(createDiskStore(join(folder(), 'store')), {
				totalBytes: 1_000_000,
				fileBytes: 500_000,
			}),
	],
])('a file store %s', (_, create) => {
	test('returns stored bytes, whole and in part, any number of times', async () => {
		const store = create()
		await store.put('guide.pdf', bytes)
		for (let round = 0; round < 2; round += 1) {
			expect((await store.open('guide.pdf'))?.size).toBe(bytes.length)
			expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes))
			expect(await contentOf(store, 'guide.pdf', { start: 7, end: 7 })).toEqual(
				Buffer.from(bytes.subarray(7, 8)),
			)
			expect(await contentOf(store, 'guide.pdf', { start: 65_535, end: 131_073 })).toEqual(
				Buffer.from(bytes.subarray(65_535, 131_074)),
			)
		}
	})

	test('streams a file in, and publishes it only once it is complete', async () => {
		const store = create()
		await store.put('guide.pdf', bytes.subarray(0, 10))
		await contentOf(store, 'guide.pdf')
		const incoming = await store.receive()
		for (let at = 0; at < bytes.length; at += 33_333) await incoming.write(bytes.subarray(at, at + 33_333))
		expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes.subarray(0, 10)))
		expect(await incoming.complete()).toEqual({
			size: bytes.length,
			sha256: createHash('sha256').update(bytes).digest('hex'),
		})
		await incoming.publish('guide.pdf')
		await incoming.discard()
		expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes))
		expect(await leftInFolder(folder())).toEqual([])
	})

	test('leaves nothing of a discarded upload behind', async () => {
		const store = create()
		const incoming = await store.receive()
		await incoming.write(bytes)
		expect(await leftInFolder(folder())).toHaveLength(1)
		await incoming.discard()
		expect(await store.open('guide.pdf')).toBeUndefined()
		expect(await leftInFolder(folder())).toEqual([])
	})

	test('does not publish an incomplete upload', async () => {
		const store = create()
		const incoming = await store.receive()
		await incoming.write(bytes)
		await expect(incoming.publish('guide.pdf')).rejects.toThrow('before it was complete')
		expect(await store.open('guide.pdf')).toBeUndefined()
		await incoming.complete()
		await incoming.publish('guide.pdf')
		expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes))
		await incoming.discard()
	})

	test('replaces and removes files, and reports missing ones', async () => {
		const store = create()
		expect(await store.open('guide.pdf')).toBeUndefined()
		await store.remove('guide.pdf')
		await store.put('guide.pdf', bytes)
		await contentOf(store, 'guide.pdf')
		await store.put('guide.pdf', bytes.subarray(0, 10))
		expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes.subarray(0, 10)))
		await store.remove('guide.pdf')
		expect(await store.open('guide.pdf')).toBeUndefined()
	})

	test('lists the names that begin with a text, and none in an empty place', async () => {
		const store = create()
		expect(await store.list('')).toEqual([])
		for (const name of ['headstart-1.json', 'headstart-2.json', 'other-it%20.pdf'])
			await store.put(name, bytes.subarray(0, 10))
		expect((await store.list('headstart-')).sort()).toEqual(['headstart-1.json', 'headstart-2.json'])
		expect(await store.list('other')).toEqual(['other-it%20.pdf'])
		expect(await store.list('headstart-3')).toEqual([])
	})

	test.each([
		'../secret',
		'..',
		'.',
		'',
		'/etc/passwd',
		'a/b',
		'a\\b',
		'.hidden',
		'a\0b',
		'x'.repeat(256),
		'é',
	])('refuses the name %j', async (name) => {
		await writeFile(join(folder(), 'secret'), 'secret')
		const store = create()
		await expect(store.open(name)).rejects.toThrow('not a name')
		await expect(store.put(name, bytes)).rejects.toThrow('not a name')
		const incoming = await store.receive()
		await incoming.write(bytes)
		await incoming.complete()
		await expect(incoming.publish(name)).rejects.toThrow('not a name')
		await incoming.discard()
		await expect(store.remove(name)).rejects.toThrow('not a name')
	})
})

describe('on disk', () => {
	test('reads into the reader’s own buffer', async () => {
		const store = createDiskStore(folder())
		await store.put('guide.pdf', bytes)
		const file = await store.open('guide.pdf')
		expect(file?.readsIntoBuffer).toBe(true)
		const stream = await file?.read({ start: 10, end: 150_000 })
		if (!(stream instanceof ReadableStream)) throw new Error('not a stream')
		const reader = stream.getReader({ mode: 'byob' })
		const pieces: Uint8Array[] = []
		let buffer = new ArrayBuffer(4_000)
		for (;;) {
			const { done, value } = await reader.read(new Uint8Array(buffer))
			if (done) break
			pieces.push(value.slice())
			buffer = value.buffer
			expect(buffer.byteLength).toBe(4_000)
		}
		expect(Buffer.concat(pieces)).toEqual(Buffer.from(bytes.subarray(10, 150_001)))
	})

	test('does not follow a symbolic link in its folder, or open a folder as a file', async () => {
		const store = createDiskStore(join(folder(), 'store'))
		await store.put('guide.pdf', bytes)
		await writeFile(join(folder(), 'secret'), 'secret')
		await symlink(join(folder(), 'secret'), join(folder(), 'store', 'link.pdf'))
		await mkdir(join(folder(), 'store', 'folder.pdf'))
		expect(await store.open('link.pdf')).toBeUndefined()
		expect(await store.open('folder.pdf')).toBeUndefined()
		expect(await store.open('guide.pdf')).toBeDefined()
	})

	test('reading fails if the file is shortened while it is read', async () => {
		const store = createDiskStore(folder())
		await store.put('guide.pdf', bytes)
		const file = await store.open('guide.pdf')
		const stream = await file?.read()
		if (!(stream instanceof ReadableStream)) throw new Error('not a stream')
		const reader = stream.getReader()
		await reader.read()
		await truncate(join(folder(), 'guide.pdf'), 70_000)
		await expect(
			(async () => {
				while (!(await reader.read()).done);
			})(),
		).rejects.toThrow('shorter')
	})

	test('a file that is replaced by a symbolic link after it was checked is not read', async () => {
		const store = createDiskStore(folder())
		await store.put('guide.pdf', bytes)
		const file = await store.open('guide.pdf')
		await rm(join(folder(), 'guide.pdf'))
		await writeFile(join(folder(), 'secret'), bytes)
		await symlink(join(folder(), 'secret'), join(folder(), 'guide.pdf'))
		await expect(file?.read()).rejects.toMatchObject({ cause: { code: 'ELOOP' } })
	})

	// Only Linux shows which files a process has open.
	test.skipIf(process.platform !== 'linux')('a receiver that disconnects leaves no file open', async () => {
		const store = createDiskStore(folder())
		await store.put('guide.pdf', bytes)
		const openFiles = async () => (await readdir('/proc/self/fd')).length
		const before = await openFiles()
		const streams = await Promise.all(
			Array.from({ length: 20 }, async () => await (await store.open('guide.pdf'))?.read()),
		)
		expect(await openFiles()).toBeGreaterThanOrEqual(before + 20)
		for (const stream of streams) if (stream instanceof ReadableStream) await stream.cancel()
		expect(await openFiles()).toBeLessThan(before + 5)
	})

	test('an incomplete file that a killed server left behind is removed later', async () => {
		const store = createDiskStore(folder())
		await writeFile(join(folder(), '.old.half'), 'x')
		await writeFile(join(folder(), '.new.half'), 'x')
		const twoHoursAgo = new Date(Date.now() - 7_200_000)
		await utimes(join(folder(), '.old.half'), twoHoursAgo, twoHoursAgo)
		await store.put('guide.pdf', bytes)
		expect((await readdir(folder())).sort()).toEqual(['.new.half', 'guide.pdf'])
	})
})

describe('with a cache', () => {
	test('concurrent requests read a file from the store once, and later ones use the cache', async () => {
		const disk = createDiskStore(folder())
		let reads = 0
		const counted: FileStore = {
			...disk,
			open: async (name) => {
				const file = await disk.open(name)
				return file && { ...file, read: async (range) => await file.read(range).finally(() => (reads += 1)) }
			},
		}
		const store = createCachedStore(counted, { totalBytes: 1_000_000, fileBytes: 500_000 })
		await store.put('guide.pdf', bytes)
		await Promise.all(Array.from({ length: 10 }, () => contentOf(store, 'guide.pdf')))
		await rm(join(folder(), 'guide.pdf'))
		expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes))
		expect(reads).toBe(1)
	})

	test('does not cache large files, and evicts the least recently used file first', async () => {
		const store = createCachedStore(createDiskStore(folder()), { totalBytes: 450_000, fileBytes: 250_000 })
		await store.put('large.pdf', new Uint8Array(300_000))
		for (const name of ['a', 'b', 'c']) await store.put(name, bytes)
		for (const name of ['large.pdf', 'a', 'b', 'a', 'c']) await contentOf(store, name)
		for (const name of ['large.pdf', 'a', 'b', 'c']) await rm(join(folder(), name))
		expect(await store.open('large.pdf')).toBeUndefined()
		expect(await store.open('b')).toBeUndefined()
		expect(await contentOf(store, 'a')).toEqual(Buffer.from(bytes))
		expect(await contentOf(store, 'c')).toEqual(Buffer.from(bytes))
	})

	test('a file that is stored again takes up room in the cache only once', async () => {
		const store = createCachedStore(createDiskStore(folder()), { totalBytes: 450_000, fileBytes: 250_000 })
		for (let edition = 0; edition < 5; edition += 1) {
			await store.put('guide.pdf', bytes)
			await contentOf(store, 'guide.pdf')
		}
		await rm(join(folder(), 'guide.pdf'))
		expect(await contentOf(store, 'guide.pdf')).toEqual(Buffer.from(bytes))
	})
})

test('a whole file can be read into memory', async () => {
	const store = createDiskStore(folder())
	await store.put('guide.pdf', bytes)
	const file = await store.open('guide.pdf')
	expect(file && (await wholeFile(file))).toEqual(bytes)
})
