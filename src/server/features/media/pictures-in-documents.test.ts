import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })

/** Adds a picture without files. */
async function addPicture(letter: string): Promise<string> {
	const id = letter.repeat(32)
	await world.database.query(
		sql`insert into shop.pictures (id, width, height, alt, added_by) values (${id}, 320, 480, ${letter}, 'Ada')`,
	)
	return id
}

const galleryOf = z.looseObject({ gallery: z.array(z.looseObject({ name: z.string() })) })
const documentSchema = z.looseObject({ version: z.int(), content: galleryOf })
const read = async (id: string) =>
	documentSchema.parse(
		(await readAdmin(world, `document?kind=product&id=${id}`, { bearer: owner.accessToken })).body,
	)

/** Saves a draft whose gallery begins with a picture of Media, and returns its version. */
async function draft(id: string, picture: string, change: object = {}): Promise<number> {
	const { version, content } = await read(id)
	const alt = 'Not <script>alert(1)</script> markup'
	const added = {
		name: picture,
		kind: 'page',
		source: 'Media',
		page: 1,
		alt,
		caption: null,
		width: 320,
		height: 480,
	}
	const gallery = [{ ...added, ...change }, ...content.gallery]
	const { body } = await act('save-document', {
		kind: 'product',
		id,
		version,
		content: { ...content, gallery },
	})
	return z.looseObject({ version: z.int() }).parse(body).version
}

async function published(id: string): Promise<string[]> {
	const [row] = await world.database.query(
		sql`select published from shop.documents where kind = 'product' and id = ${id}`,
		z.object({ published: galleryOf }),
	)
	return row?.published.gallery.map(({ name }) => name) ?? []
}

test('a gallery with an uploaded picture is published in its order, and taken out again', async () => {
	const picture = await addPicture('a')
	const before = await published('1')
	const version = await draft('1', picture)
	expect((await act('publish-document', { kind: 'product', id: '1', version })).status).toBe(200)
	expect(await published('1')).toEqual([picture, ...before])
	const { content, version: now } = await read('1')
	const saved = await act('save-document', {
		kind: 'product',
		id: '1',
		version: now,
		content: { ...content, gallery: content.gallery.slice(1).toReversed() },
	})
	const next = z.looseObject({ version: z.int() }).parse(saved.body).version
	expect((await act('publish-document', { kind: 'product', id: '1', version: next })).status).toBe(200)
	expect(await published('1')).toEqual(before.toReversed())
})

test('a draft that names a removed picture is refused whole, and says which', async () => {
	const before = await published('2')
	const version = await draft('2', 'd'.repeat(32))
	const faults = z.looseObject({ faults: z.array(z.looseObject({ path: z.string(), says: z.string() })) })
	const { body } = await readAdmin(world, 'document?kind=product&id=2', { bearer: owner.accessToken })
	expect(faults.parse(body).faults).toMatchObject([
		{ path: 'gallery.0', says: 'is no longer in Media: take it out, or choose another' },
	])
	const refused = await act('publish-document', { kind: 'product', id: '2', version })
	expect([refused.status, JSON.stringify(refused.body)]).toEqual([
		409,
		expect.stringContaining('no longer in Media'),
	])
	expect(await published('2')).toEqual(before)
})

test('a picture that a document begins to show can’t be removed at the same moment', async () => {
	const picture = await addPicture('b')
	const version = await draft('3', picture)
	const [publication, ...removals] = await Promise.all([
		act('publish-document', { kind: 'product', id: '3', version }),
		...Array.from({ length: 5 }, () => act('remove-picture', { id: picture })),
	])
	expect(publication.status).toBe(200)
	expect(removals.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
	expect(await published('3')).toContain(picture)
	expect(await world.database.query(sql`select from shop.pictures where id = ${picture}`)).toHaveLength(1)
})

test('a text about a picture can’t turn its direction, and another file can’t be named', async () => {
	const picture = await addPicture('c')
	for (const change of [{ alt: 'a \u202Eb' }, { alt: '' }, { name: '../../x' }, { width: -1 }]) {
		const saved = await draft('4', picture, change)
		const { status } = await act('publish-document', { kind: 'product', id: '4', version: saved })
		expect([change, status]).toEqual([change, 409])
		await act('discard-draft', { kind: 'product', id: '4', version: saved })
	}
})
