import { expect, test } from 'vitest'
import { readShopState } from '#server/features/pages/read-shop-state.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mediaApi } from '#shared/admin/media.ts'
import { mediaAddresses } from '#shared/media.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { drawnPicture, sendPicture, uploadPicture } from '#test/pictures.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

const act = async (name: string, body: object, member = owner) =>
	await actAdmin(world, name, body, { bearer: await member.takeStep() })
const pictures = async () =>
	mediaApi.pictures.output.parse((await readAdmin(world, 'pictures', { bearer: owner.accessToken })).body)
		.rows
const picture = async (id: string) => (await pictures()).find((one) => one.id === id)
const isServed = async (files: { id: string; width: number }) =>
	(await world.request(mediaAddresses(files).src)).status === 200
const stored = async () => (await world.files.list('')).filter((name) => name.endsWith('.webp')).sort()

/** Returns the files of a product's first picture that pages show. */
async function firstShown(id: string) {
	const { site } = world.systemOptions.config
	const settings = { siteUrl: world.url, publishableKey: 'key', site }
	const { products } = await readShopState(world.database, settings)
	return products.find((product) => product.id === id)?.gallery[0]
}

/** Makes a product's first picture one that was uploaded, as if that had been published. */
async function show(product: string, id: string): Promise<void> {
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = jsonb_set(published, '{gallery,0,name}', to_jsonb(${id}::text))
		where kind = 'product' and id = ${product}`)
}

/** The right half, which is blue. */
const half = { left: 0.5, top: 0, width: 0.5, height: 1 }

/** Adds a picture without files. */
async function addPicture(letter: string): Promise<string> {
	const id = letter.repeat(32)
	await world.database.query(
		sql`insert into shop.pictures (id, width, height, alt, added_by) values (${id}, 320, 320, ${letter}, 'Ada')`,
	)
	return id
}

test('pages show the part that is cut out, the whole picture stays stored, and can be shown again', async () => {
	const { id } = await uploadPicture(world, owner, 1, 320, 320)
	await show('2', id)
	const { body } = await act('crop-picture', { id, ...half, preview: true })
	expect(body.will).toEqual([
		'Shows a part of the picture, of 160 × 320 pixels. The whole picture stays stored.',
		expect.stringContaining('in CV Secrets No One Tells You.'),
	])
	expect((await picture(id))?.crop).toBeNull()
	expect((await act('crop-picture', { id, ...half })).status).toBe(200)
	const cut = await picture(id)
	expect(cut).toMatchObject({
		id,
		crop: half,
		shown: { width: 160, height: 320 },
		original: { id, width: 320 },
	})
	expect(await firstShown('2')).toMatchObject({ name: cut?.shown.id, width: 160, height: 320 })
	for (const files of [cut?.shown, cut?.original]) expect(files && (await isServed(files))).toBe(true)

	expect((await act('crop-picture', { id, left: 0, top: 0, width: 1, height: 1 })).status).toBe(200)
	expect(await picture(id)).toMatchObject({ crop: null, shown: { id, width: 320, height: 320 } })
	expect(await firstShown('2')).toMatchObject({ name: id, width: 320, height: 320 })
})

test('a part that is too small or too narrow is refused, already by the preview', async () => {
	const id = await addPicture('a')
	for (const [part, says] of [
		[{ left: 0, top: 0, width: 0.01, height: 0.01 }, 'too small'],
		[{ left: 1, top: 1, width: 1, height: 1 }, 'too small'],
		[{ left: 0, top: 0, width: 1, height: 0.1 }, 'too long and narrow'],
	] as const)
		for (const preview of [true, false]) {
			const { status, body } = await act('crop-picture', { id, ...part, preview })
			expect([status, body.message]).toEqual([409, expect.stringContaining(says)])
		}
	expect((await act('crop-picture', { id, ...half, width: 2 })).status).toBe(400)
	expect((await act('crop-picture', { id, ...half }, helper)).status).toBe(403)
	expect((await picture(id))?.crop).toBeNull()
})

test('pages show the picture that takes the place of another, whose name and text it brings', async () => {
	const { id } = await uploadPicture(world, owner, 3, 320, 320)
	await show('2', id)
	const png = new Uint8Array(drawnPicture(200, 320, 4).encodeSync('png'))
	for (const name of ['evil\u202Egnp.exe', 'a\nb', 'x'.repeat(201)])
		expect((await sendPicture(world, owner, png, { name })).status).toBe(400)
	const sent = await sendPicture(world, owner, png, {
		alt: 'The <b>new</b> one',
		name: '../new "one" <b>.png',
	})
	const { id: by } = mediaApi['upload-picture'].output.parse(sent.body)
	expect((await act('replace-picture', { id, replacement: 'f'.repeat(32) })).status).toBe(409)
	expect((await act('replace-picture', { id, replacement: by }, helper)).status).toBe(403)
	const answers = await Promise.all(
		Array.from({ length: 6 }, () => act('replace-picture', { id, replacement: by })),
	)
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
	expect(await picture(id)).toMatchObject({
		name: '../new "one" <b>.png',
		alt: 'The <b>new</b> one',
		shown: { id: by, width: 200, height: 320 },
		original: { id: by },
	})
	expect(await picture(by)).toBeUndefined()
	expect(await firstShown('2')).toMatchObject({ name: by, width: 200, height: 320 })

	// What was replaced is a picture of its own if it is uploaded again.
	const again = await uploadPicture(world, owner, 3, 320, 320)
	expect(again.id).not.toBe(id)
	expect(await picture(again.id)).toMatchObject({ shown: { id, width: 320 } })
	// The new one is there already, under the id of the old one.
	expect((await uploadPicture(world, owner, 4, 200, 320)).id).toBe(id)
})

test('a picture that documents name elsewhere stays, and a gallery shows it once', async () => {
	const [id, by] = [await addPicture('b'), await addPicture('c')]
	await show('2', id)
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = jsonb_set(published, '{gallery,1,name}', to_jsonb(${by}::text))
		where kind = 'product' and id = '2'`)
	expect((await act('replace-picture', { id, replacement: by })).status).toBe(200)
	expect((await picture(by))?.uses).toHaveLength(1)
	expect(await firstShown('2')).toMatchObject({ name: by })
	expect((await act('remove-picture', { id: by })).body.message).toContain('CV Secrets')
})

test('removing a picture removes only the files that no other picture shows', async () => {
	const before = await stored()
	const { id } = await uploadPicture(world, owner, 7, 320, 320)
	await act('crop-picture', { id, ...half })
	const { id: by } = await uploadPicture(world, owner, 8, 160, 320)
	await show('3', by)
	await act('replace-picture', { id, replacement: by })
	await act('remove-picture', { id })
	expect(await isServed({ id: by, width: 160 })).toBe(true)
	expect((await stored()).filter((name) => !before.includes(name))).toHaveLength(1)
})
