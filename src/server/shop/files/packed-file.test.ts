import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import type { ByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { StoreFailure } from '#server/shop/files/file-store.ts'
import { listPacked, openPacked } from '#server/shop/files/packed-file.ts'
import { fileBytes, storePlaces } from '#test/file-stores.ts'

const { folder, bucketStore } = storePlaces()

async function stored(bytes: Uint8Array, store: FileStore = createDiskStore(join(folder(), 'store'))) {
	await store.put('kit.zip', bytes)
	const file = await store.open('kit.zip')
	if (file === undefined) throw new Error('not stored')
	return file
}

async function unpacked(bytes: Uint8Array, name: string, store?: FileStore): Promise<Buffer | undefined> {
	const file = await openPacked(await stored(bytes, store), name)
	return file && Buffer.from(await new Response(await file.read()).arrayBuffer())
}

async function namesIn(bytes: Uint8Array): Promise<string[]> {
	return (await listPacked(await stored(bytes))).map(({ name }) => name)
}

const text = strToU8('Read me. '.repeat(100))
const packed = (files: Zippable) => zipSync(files, { level: 9 })

/** Changes what the directory says about the first file. `at` counts from the signature of its entry. */
function tampered(zip: Uint8Array, at: number, bytes: readonly number[]): Uint8Array {
	const changed = Buffer.from(zip)
	changed.set(bytes, changed.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + at)
	return changed
}

describe.each([
	['on disk', () => createDiskStore(join(folder(), 'store'))],
	['in a bucket', () => bucketStore({ prefix: `${randomUUID()}/` })],
])('a ZIP %s', (_, create) => {
	test('lists its files, and each can be unpacked alone', async () => {
		const zip = packed({
			'README.txt': text,
			'Word/': new Uint8Array(),
			'Word/1 Plan – now.docx': fileBytes,
			'stored.pdf': [fileBytes, { level: 0 }],
			'empty.txt': new Uint8Array(),
			'__MACOSX/Word/._1 Plan.docx': text,
			'Word/.DS_Store': text,
			'Thumbs.db': text,
		})
		const store = create()
		expect(await listPacked(await stored(zip, store))).toEqual([
			{ name: 'README.txt', size: text.length },
			{ name: 'Word/1 Plan – now.docx', size: fileBytes.length },
			{ name: 'stored.pdf', size: fileBytes.length },
		])
		expect(await unpacked(zip, 'README.txt', store)).toEqual(Buffer.from(text))
		for (const name of ['Word/1 Plan – now.docx', 'stored.pdf'])
			expect(await unpacked(zip, name, store)).toEqual(Buffer.from(fileBytes))
		for (const name of [
			'',
			'Word/',
			'word/1 Plan – now.docx',
			'Word/.DS_Store',
			'../README.txt',
			'empty.txt',
		])
			expect(await unpacked(zip, name, store)).toBeUndefined()
	})
})

test.each([
	['a\u202Efdp.exe', 'a direction that reverses'],
	['a\u0000.pdf', 'a control character'],
	['CV:stream.pdf', 'a colon'],
	[`${'a'.repeat(130)}.pdf`, 'a name that is too long'],
	[Array.from({ length: 9 }, () => 'a').join('/'), 'many folders'],
	['a//b.pdf', 'a folder without a name'],
	[' a.pdf', 'a space at the beginning'],
])('a file is left out if its name has %j: %s', async (name) => {
	expect(await namesIn(packed({ [name]: text, 'fine.pdf': text }))).toEqual(['fine.pdf'])
})

test.each(['../up.pdf', '/etc/passwd', 'a/../../b.pdf', 'C:/b.pdf'])(
	'nothing is listed of a ZIP with the path %s',
	async (name) => {
		expect(await namesIn(packed({ [name]: text, 'fine.pdf': text }))).toEqual([])
	},
)

test('of two files with one name neither is listed', async () => {
	const zip = Buffer.from(packed({ 'a1.pdf': text, 'a2.pdf': text, 'b.pdf': text }))
	const twice = Buffer.from(zip.toString('latin1').replaceAll('a2.pdf', 'a1.pdf'), 'latin1')
	expect(await namesIn(twice)).toEqual(['b.pdf'])
})

test('a file with a password, of a rare method or of a false size is not listed', async () => {
	const zip = packed({ 'a.pdf': text, 'b.pdf': text })
	for (const change of [
		tampered(zip, 8, [1, 0]),
		tampered(zip, 10, [99, 0]),
		tampered(zip, 24, [0xff, 0xff, 0xff, 0x7f]),
	])
		expect(await namesIn(change)).toEqual(['b.pdf'])
	// Stored, and longer than its bytes.
	const plain = packed({ 'a.pdf': [text, { level: 0 }], 'b.pdf': text })
	expect(await namesIn(tampered(plain, 24, [0xff]))).toEqual([])
})

test('a bomb is not listed, a sheet that packs well is', async () => {
	const zip = packed({ 'bomb.pdf': new Uint8Array(30_000_000), 'sheet.xlsx': new Uint8Array(900_000) })
	expect(await namesIn(zip)).toEqual(['sheet.xlsx'])
})

test('a ZIP of more than 2,000 files lists none', async () => {
	const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.txt`, text]))
	expect(await namesIn(packed(many))).toEqual([])
	expect(await namesIn(packed(Object.fromEntries(Object.entries(many).slice(1))))).toHaveLength(2_000)
})

test('unpacking fails as soon as a file is not what the ZIP says', async () => {
	const zip = packed({ 'a.pdf': fileBytes })
	// A larger file than it says, a smaller one, another checksum.
	for (const change of [
		tampered(zip, 24, [0x10, 0, 0, 0]),
		tampered(zip, 24, [0x41, 0x0d, 0x03, 0]),
		tampered(zip, 16, [1, 2, 3, 4]),
	])
		await expect(unpacked(change, 'a.pdf')).rejects.toThrow(/not as its ZIP says|longer than its ZIP says/)
	const damaged = Buffer.from(zip)
	damaged.fill(0xff, 45, 90)
	await expect(unpacked(damaged, 'a.pdf')).rejects.toThrow()
	expect(crc32(fileBytes)).toBeGreaterThan(0)
})

test('a reader who leaves ends the unpacking, and the file is closed', async () => {
	// Noise, so that the file doesn't fit into what is read ahead.
	const noise = crypto.getRandomValues(new Uint8Array(60_000))
	const zip = packed({
		'a.pdf': Buffer.concat(Array.from({ length: 8 }, (_, index) => noise.subarray(index))),
	})
	const file = await stored(zip)
	const closed = Promise.withResolvers<void>()
	const read = async (range?: ByteRange) => {
		const bytes = await file.read(range)
		if (bytes instanceof Uint8Array) throw new Error('not a stream')
		const reader = bytes.getReader()
		return new ReadableStream<Uint8Array<ArrayBuffer>>({
			pull: async (controller) => {
				const { done, value } = await reader.read()
				if (done) controller.close()
				else controller.enqueue(value)
			},
			cancel: async () => {
				await reader.cancel()
				closed.resolve()
			},
		})
	}
	const reader = (await (await openPacked({ ...file, read }, 'a.pdf'))?.read())?.getReader()
	expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
	await reader?.cancel()
	await closed.promise
})

test('damaged bytes never end the server: they list nothing, or files that can be read or fail', async () => {
	const zip = packed({ 'a.pdf': fileBytes.subarray(0, 3_000), 'b/c.docx': text, 'README.txt': text })
	const change = fc.record({ at: fc.nat({ max: zip.length - 1 }), byte: fc.nat({ max: 255 }) })
	await fc.assert(
		fc.asyncProperty(
			fc.array(change, { minLength: 1, maxLength: 12 }),
			fc.nat({ max: zip.length }),
			async (changes, length) => {
				const bytes = Buffer.from(zip)
				for (const { at, byte } of changes) bytes[at] = byte
				const file = memory(bytes.subarray(0, length < 300 ? length : bytes.length))
				for (const { name, size } of await listPacked(file)) {
					const whole = await openPacked(file, name)
						.then((one) => one?.read())
						// Not `bytes`: once a server has run in this process, `Response` is another one, which lacks it.
						.then((stream) => new Response(stream).arrayBuffer())
						.catch(() => undefined)
					if (whole !== undefined && whole.byteLength > 0) expect(whole.byteLength).toBe(size)
				}
			},
		),
		{ numRuns: 400 },
	)
})

const memory = (bytes: Uint8Array) => ({
	size: bytes.length,
	modifiedAt: new Date(),
	read: async (range = { start: 0, end: bytes.length - 1 }) =>
		new Uint8Array(bytes.subarray(range.start, range.end + 1)),
})

test('a store that fails is not taken for a damaged file', async () => {
	const file = { ...memory(packed({ 'a.pdf': text })), read: () => Promise.reject(new Error('ECONNRESET')) }
	await expect(listPacked(file)).rejects.toThrow(StoreFailure)
	await expect(openPacked(file, 'a.pdf')).rejects.toThrow(StoreFailure)
})
