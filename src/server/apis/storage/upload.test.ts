import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { storeFile } from '#server/apis/storage/upload.ts'
import { type FileStore, StoreFailure } from '#server/shop/files/file-store.ts'
import { guide, kit } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

let folder: string
let files: FileStore
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-upload-'))
	files = createDiskStore(folder)
})
afterEach(async () => await rm(folder, { recursive: true }))

const pieceBytes = 64 * 1024

/** Returns a file that is produced piece by piece on demand, and the count of the pieces. */
function pieces(opening: Uint8Array, count: number, then?: () => never) {
	const asked = { pieces: 0 }
	const body = new ReadableStream<Uint8Array>(
		{
			pull: (controller) => {
				asked.pieces += 1
				if (asked.pieces === 1) controller.enqueue(opening)
				else if (asked.pieces <= count) controller.enqueue(new Uint8Array(pieceBytes))
				else if (then === undefined) controller.close()
				else then()
			},
		},
		{ highWaterMark: 0 },
	)
	return { asked, body }
}

// Required for a stream as body, but missing in Node's types.
const inPieces = { duplex: 'half' }

function put(body: BodyInit, headers: Record<string, string> = {}): Request {
	return new Request('http://shop.test/', { method: 'POST', body, headers, ...inPieces })
}

const take = (request: Request, key = 'kit.zip', store = files) =>
	storeFile({ database: world.database, files: store }, { key, request, mayReplace: true, address: '' })

const boundary = 'a-boundary'
const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const part = (disposition: string) =>
	`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
const field = `${part('name="cacheControl"')}3600\r\n`
const filePart = part('name=""; filename="blob"')

function form(file: string | Uint8Array, end = `\r\n--${boundary}--\r\n`): Uint8Array<ArrayBuffer> {
	return new Uint8Array(Buffer.concat([Buffer.from(field + filePart), Buffer.from(file), Buffer.from(end)]))
}

describe('streams an upload', () => {
	test.each([
		['raw', kit, {}],
		['as a form', Buffer.concat([Buffer.from(field + filePart), kit]), formHeaders],
	] as const)('sent %s, no faster than it can be written', async (_, opening, headers) => {
		const held = Promise.withResolvers<void>()
		let written = 0
		const slow: FileStore = {
			...files,
			receive: async () => {
				const incoming = await files.receive()
				return {
					...incoming,
					write: async (chunk) => {
						await held.promise
						written += chunk.length
						await incoming.write(chunk)
					},
				}
			},
		}
		const { asked, body } = pieces(opening, 200)
		const taken = take(put(body, headers), 'kit.zip', slow)
		await expect.poll(() => asked.pieces).toBeGreaterThan(0)
		await new Promise((resolve) => setTimeout(resolve, 200))
		// There are 200 pieces, but only as many are read as fit into the buffers.
		expect(asked.pieces).toBeLessThan(20)
		held.resolve()
		if (headers === formHeaders) await expect(taken).rejects.toMatchObject({ apiCode: 'InvalidRequest' })
		else {
			await taken
			expect(written).toBe(kit.length + 199 * pieceBytes)
		}
	})

	test('a file over the limit is refused half-way, and nothing of it remains', async () => {
		const { asked, body } = pieces(kit, 10_000)
		await expect(take(put(body))).rejects.toMatchObject({ status: 413 })
		expect(asked.pieces).toBeLessThan(810)
		const inForm = pieces(Buffer.concat([Buffer.from(field + filePart), kit]), 10_000)
		await expect(take(put(inForm.body, formHeaders))).rejects.toMatchObject({ status: 413 })
		expect(await readdir(folder)).toEqual([])
	})

	test('a file of another type is refused after its first bytes', async () => {
		const { asked, body } = pieces(Buffer.from('<script>'), 10_000)
		await expect(take(put(body))).rejects.toMatchObject({ statusCode: '415' })
		const inForm = pieces(Buffer.from(`${field}${filePart}<script>`), 10_000)
		await expect(take(put(inForm.body, formHeaders))).rejects.toMatchObject({ statusCode: '415' })
		expect(asked.pieces + inForm.asked.pieces).toBeLessThan(40)
		expect(await readdir(folder)).toEqual([])
	})

	test('the first bytes may arrive one by one', async () => {
		const body = new ReadableStream<Uint8Array>({
			start: (controller) => {
				for (const byte of guide.subarray(0, 12)) controller.enqueue(Uint8Array.of(byte))
				controller.enqueue(guide.subarray(12))
				controller.close()
			},
		})
		await take(put(body), 'slow.pdf')
		expect(await readdir(folder)).toHaveLength(1)
	})
})

describe('an incomplete upload', () => {
	const broken = () => {
		throw new TypeError('terminated')
	}
	test.each<[string, () => Request]>([
		['whose connection breaks', () => put(pieces(kit, 3, broken).body)],
		['whose connection breaks in a form', () => put(pieces(form(kit, ''), 3, broken).body, formHeaders)],
		['in a form that ends in the middle of the file', () => put(form(kit, ''), formHeaders)],
		['in a form without a file', () => put(`${field}--${boundary}--\r\n`, formHeaders)],
		['in a form that is empty', () => put(`--${boundary}--\r\n`, formHeaders)],
		['in an invalid form', () => put('not a form', formHeaders)],
		['in a form without a boundary', () => put(form(kit), { 'content-type': 'multipart/form-data' })],
		['in a form with an empty file', () => put(form(''), formHeaders)],
		['that is empty', () => put(new Uint8Array())],
	])('%s is refused, and the previous edition stays', async (_, request) => {
		await take(put(new Uint8Array(guide)), 'guide.pdf')
		const before = await readdir(folder)
		await expect(take(request(), 'guide.pdf')).rejects.toMatchObject({ status: 400 })
		expect(await readdir(folder)).toEqual(before)
	})
})

test('a file in a form is stored, and anything after it is ignored', async () => {
	await take(put(form(kit), formHeaders))
	const [stored = ''] = await readdir(folder)
	const bytes = await (await files.open(stored))?.read()
	expect(Buffer.from(await new Response(bytes).arrayBuffer())).toEqual(kit)
	await take(put(form(kit, `\r\n${filePart}another\r\n--${boundary}--\r\nepilogue`), formHeaders))
	expect(await readdir(folder)).toEqual([stored])
})

test('the previous edition stays if the store is full', async () => {
	await take(put(new Uint8Array(kit)))
	const before = await readdir(folder)
	const full: FileStore = {
		...files,
		receive: async () => ({
			...(await files.receive()),
			write: () => Promise.reject(new StoreFailure(new Error('ENOSPC'))),
		}),
	}
	await expect(take(put(form(kit), formHeaders), 'kit.zip', full)).rejects.toBeInstanceOf(StoreFailure)
	expect(await readdir(folder)).toEqual(before)
})

test('the previous edition is removed once the new one is stored', async () => {
	await take(put(new Uint8Array(kit)), 'edition.zip')
	const before = await readdir(folder)
	await take(put(new Uint8Array(Buffer.concat([kit, kit]))), 'edition.zip')
	const after = await readdir(folder)
	expect(after).toHaveLength(1)
	expect(after).not.toEqual(before)
	await take(put(new Uint8Array(Buffer.concat([kit, kit]))), 'edition.zip')
	expect(await readdir(folder)).toEqual(after)
})
