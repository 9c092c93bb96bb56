import { deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { composeSystem } from '#server/boot/compose-system.ts'
import { sql } from '#server/platform/db/sql.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { mediaApi } from '#shared/admin/media.ts'
import { mediaAddresses, storedWidths } from '#shared/media.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { drawnPicture, sendPicture, uploadPicture } from '#test/pictures.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')

const send = async (body: BodyInit, input: Record<string, string> = {}) =>
	await sendPicture(world, owner, body, input)
const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })
const pictures = async () =>
	mediaApi.pictures.output.parse(
		(await readAdmin(world, 'pictures', { bearer: await owner.takeStep() })).body,
	).rows
const files = async (id: string) =>
	await world.database.query(
		sql`select name, sha256 from storage.objects where bucket_id = 'pictures' and name like ${`${id}-%`} order by name`,
		z.object({ name: z.string(), sha256: z.string() }),
	)
const counts = async () => [(await pictures()).length, (await world.files.list('')).length]
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

/** Returns the colour near the left and the right edge of a picture. */
async function edges(bytes: Uint8Array): Promise<string[]> {
	const image = await loadImage(bytes)
	const canvas = createCanvas(image.width, image.height)
	const context = canvas.getContext('2d')
	context.drawImage(image, 0, 0)
	return [8, image.width - 8].map((x) => {
		const [red = 0, , blue = 0] = context.getImageData(x, image.height - 8, 1, 1).data
		return red > 180 ? 'red' : blue > 180 ? 'blue' : 'other'
	})
}

test('an uploaded picture is stored in fixed widths and served at addresses that never change', async () => {
	const { id, width, height } = await uploadPicture(world, owner, 3, 1000, 500)
	expect([width, height]).toEqual([1000, 500])
	expect(storedWidths(1000)).toEqual([320, 640, 1000])
	const { avif, src } = mediaAddresses({ id, width })
	for (const address of [src, ...avif.split(', ')]) {
		const [path = '', wide] = address.split(' ')
		const response = await world.request(path)
		expect([path, response.status]).toEqual([path, 200])
		expect(Object.fromEntries(response.headers)).toMatchObject({
			'content-type': path.endsWith('webp') ? 'image/webp' : 'image/avif',
			'cache-control': 'public, max-age=31536000, immutable',
			'x-content-type-options': 'nosniff',
		})
		const bytes = await bytesOf(response)
		expect((await loadImage(bytes)).width).toBe(Number(wide?.slice(0, -1) ?? 1000))
		expect(await edges(bytes)).toEqual(['red', 'blue'])
	}
	expect(await files(id)).toHaveLength(6)
	expect((await pictures())[0]).toMatchObject({ id, alt: 'Two halves', uses: [] })
	expect((await world.adminRequest(src)).status).toBe(200)
})

test('another server serves it too, from the same store', async () => {
	const other = await composeSystem(world.systemOptions)
	try {
		const { id, width } = await uploadPicture(world, owner, 4)
		const { src } = mediaAddresses({ id, width })
		expect((await other.fetch(new Request(`${world.url}${src}`))).status).toBe(200)
	} finally {
		await other.close()
	}
})

test.each([
	'/media/x.webp',
	`/media/${'a'.repeat(32)}-640.webp`,
	`/media/${'a'.repeat(32)}-640.svg`,
	'/media/..%2f..%2f.env',
	`/media/${'A'.repeat(32)}-640.webp`,
])('there is nothing at %s', async (path) => {
	expect((await world.request(path)).status).toBe(404)
})

test('a part of a picture is cut out, and what its metadata says of its turn is done and dropped', async () => {
	const png = new Uint8Array(drawnPicture(800, 400, 5).encodeSync('png'))
	const half = mediaApi['upload-picture'].output.parse((await send(png, { left: '0.5', width: '0.5' })).body)
	expect([half.width, half.height]).toEqual([400, 400])
	const served = await bytesOf(await world.request(mediaAddresses(half).src))
	expect(await edges(served)).toEqual(['blue', 'blue'])

	const turned = mediaApi['upload-picture'].output.parse((await send(turnedJpeg(6))).body)
	expect([turned.width, turned.height]).toEqual([200, 400])
	const bytes = await bytesOf(await world.request(mediaAddresses(turned).src))
	expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Exif|secret place/)
})

/** Returns a JPEG of 400 by 200 pixels whose metadata says which way is up, and where it was taken. */
function turnedJpeg(orientation: number): Uint8Array<ArrayBuffer> {
	const jpeg = drawnPicture(400, 200, 6).encodeSync('jpeg', 90)
	const tiff = Buffer.alloc(26)
	tiff.write('MM\0*', 'latin1')
	tiff.writeUInt32BE(8, 4)
	tiff.writeUInt16BE(1, 8)
	tiff.writeUInt16BE(0x112, 10)
	tiff.writeUInt16BE(3, 12)
	tiff.writeUInt32BE(1, 14)
	tiff.writeUInt16BE(orientation, 18)
	const metadata = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('secret place')])
	const head = Buffer.from([0xff, 0xe1, 0, metadata.length + 2])
	return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, metadata, jpeg.subarray(2)]))
}

/** Returns a PNG whose head promises this many pixels, and which has almost none. */
function bomb(width: number, height: number): Uint8Array<ArrayBuffer> {
	const chunk = (type: string, data: Buffer) => {
		const length = Buffer.alloc(4)
		length.writeUInt32BE(data.length)
		return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
	}
	const head = Buffer.alloc(13)
	head.writeUInt32BE(width)
	head.writeUInt32BE(height, 4)
	head.set([8, 2], 8)
	return new Uint8Array(
		Buffer.concat([
			Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
			chunk('IHDR', head),
			chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
			chunk('IEND', Buffer.alloc(0)),
		]),
	)
}

const png = new Uint8Array(drawnPicture(640, 480, 7).encodeSync('png'))
const jpeg = new Uint8Array(drawnPicture(640, 480, 7).encodeSync('jpeg', 90))
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])

describe('a hostile or unusable file changes nothing and gets a sentence', () => {
	test.each([
		{ what: 'a bomb of many pixels', file: bomb(60_000, 60_000), says: /60000 × 60000 pixels/ },
		{ what: 'a bomb that is too long', file: bomb(1_280, 30_000), says: /damaged|narrow/ },
		{
			what: 'an SVG with a script',
			file: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>',
			says: /an SVG/,
		},
		{ what: 'a page', file: '<!doctype html><script>alert(1)</script>', says: /isn’t a picture/ },
		{ what: 'a GIF', file: 'GIF89a\x40\x00\x40\x00\x00\x00\x00;', says: /a GIF/ },
		{ what: 'a HEIC', file: heic, says: /isn’t a picture|a HEI/ },
		{ what: 'half a PNG', file: png.slice(0, png.length / 2), says: /cut off/ },
		{ what: 'half a JPEG', file: jpeg.slice(0, jpeg.length / 2), says: /cut off/ },
		{ what: 'the beginning of a PNG', file: png.slice(0, 20), says: /isn’t a picture/ },
		{ what: 'nothing', file: '', says: /empty/ },
		{ what: 'a dot', file: new Uint8Array(createCanvas(2, 2).encodeSync('png')), says: /too small/ },
		{
			what: 'a thread',
			file: new Uint8Array(createCanvas(20, 4_000).encodeSync('png')),
			says: /narrow|small/,
		},
	])('$what', async ({ file, says }) => {
		const before = await counts()
		const { status, body } = await send(file)
		expect([status, JSON.stringify(body)]).toEqual([409, expect.stringMatching(says)])
		expect(await counts()).toEqual(before)
	})

	test('a picture without alternative text, or with one that turns its direction', async () => {
		for (const alt of ['', 'x'.repeat(301), 'a \u202Eb']) expect((await send(png, { alt })).status).toBe(400)
		expect((await send(png, { left: '2' })).status).toBe(400)
	})
})

test('what follows the picture in its file is dropped', async () => {
	const polyglot = new Uint8Array(Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\x03\x04')]))
	const stored = mediaApi['upload-picture'].output.parse((await send(polyglot)).body)
	for (const { name, sha256 } of await files(stored.id)) {
		const file = await world.files.open(storedName(name, sha256))
		const bytes = await new Response((await file?.read()) ?? '').text()
		expect(bytes).not.toMatch(/script|alert/)
	}
})

test('the same picture, uploaded six times at the same moment, is stored once', async () => {
	const body = new Uint8Array(drawnPicture(320, 320, 8).encodeSync('png'))
	const before = await counts()
	const sent = await Promise.all(
		['one', 'two', 'three', 'four', 'five', 'six'].map((alt) => send(body, { alt })),
	)
	expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
	expect(new Set(sent.map((one) => JSON.stringify(one.body))).size).toBe(1)
	const [rows = 0, stored = 0] = before
	expect(await counts()).toEqual([rows + 1, stored + 2])
})

test('a picture gets another description, and is removed with its files unless a document shows it', async () => {
	const { id, width } = await uploadPicture(world, owner, 9)
	expect(await act('describe-picture', { id, alt: 'The first page' })).toMatchObject({ status: 200 })
	expect((await pictures()).find((one) => one.id === id)?.alt).toBe('The first page')
	await world.database.query(sql`
		update shop.documents set draft = jsonb_set(published, '{gallery,0,name}', to_jsonb(${id}::text)) where kind = 'product' and id = '2'`)
	expect((await pictures()).find((one) => one.id === id)?.uses).toMatchObject([{ kind: 'product', id: '2' }])
	const refused = await act('remove-picture', { id })
	expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('used in')])
	await world.database.query(sql`update shop.documents set draft = null where kind = 'product' and id = '2'`)
	const before = await files(id)
	expect(await act('remove-picture', { id })).toMatchObject({ status: 200 })
	expect(await files(id)).toEqual([])
	for (const { name, sha256 } of before)
		expect(await world.files.open(storedName(name, sha256))).toBeUndefined()
	expect((await world.request(mediaAddresses({ id, width }).src)).status).toBe(404)
	expect((await act('remove-picture', { id })).status).toBe(409)
})
