import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { productsApi } from '#shared/admin/products.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', goods: true })
const owner = await signedInMember(world, 'owner')

const bearer = async () => ({ bearer: await owner.takeStep() })

async function upload(body: BodyInit, name = 'Guide of 2027.pdf', product = '1'): Promise<string> {
	const query = new URLSearchParams({ product, name })
	const response = await world.adminRequest(`/api/upload-edition?${query}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await owner.takeStep()}` },
		body,
	})
	return z.object({ id: z.string() }).parse(await response.json()).id
}
const pdf = (text: string) => `%PDF-1.7\n${text} << /Type /Pages /Count 12 >>\n%%EOF\n`
const shown = async (product = '1') =>
	productsApi.product.output.parse((await readAdmin(world, `product?id=${product}`, await bearer())).body)
		.uploaded
const goods = async (name: string) =>
	new Uint8Array(await readFile(new URL(`../../../../goods/${name}`, import.meta.url)))

async function open(id: string, member = owner): Promise<Response> {
	return await world.adminRequest(`/api/uploaded-file?id=${id}`, {
		headers: { authorization: `Bearer ${await member.takeStep()}` },
	})
}

test('an upload is shown with its name, size and pages, and its bytes can be looked at', async () => {
	const bytes = pdf('one')
	const id = await upload(bytes, 'Größe, “2027”.pdf')
	expect(await shown()).toMatchObject({
		id,
		name: 'Größe, “2027”.pdf',
		bytes: bytes.length,
		pages: 12,
		same_as: [],
	})
	const opened = await open(id)
	expect([opened.status, await opened.text()]).toEqual([200, bytes])
	expect((await open(id, await signedInMember(world, 'helper'))).status).toBe(403)
	expect((await open('00000000-0000-4000-8000-000000000000')).status).toBe(409)
})

test('a discarded upload is gone with its bytes, once, and customers keep the file that they get', async () => {
	const id = await upload(pdf('two'))
	const [stored] = await world.database.query(
		sql`select sha256, file_name from shop.editions where id = ${id}`,
		z.object({ sha256: z.string(), file_name: z.string() }),
	)
	const name = storedName(stored?.file_name ?? '', stored?.sha256 ?? '')
	expect(await world.files.open(name)).toBeDefined()
	const preview = await actAdmin(world, 'discard-upload', { id, preview: true }, await bearer())
	expect(preview.body.will).toMatchObject([expect.stringContaining('Guide of 2027.pdf')])
	const token = await bearer()
	const answers = await Promise.all(
		Array.from({ length: 6 }, async () => (await actAdmin(world, 'discard-upload', { id }, token)).status),
	)
	expect(answers.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
	expect(await shown()).toBeNull()
	expect(await world.files.open(name)).toBeUndefined()
	expect((await actAdmin(world, 'publish-edition', { id, changes: 'x', tell: false }, token)).status).toBe(
		409,
	)

	const current = await upload(await goods('StudentGuide.pdf'))
	expect((await shown())?.same_as).toEqual(['Student Guide'])
	expect((await actAdmin(world, 'discard-upload', { id: current }, token)).status).toBe(200)
	const [file] = await world.database.query(
		sql`select sha256 from storage.objects where name = 'StudentGuide.pdf'`,
		z.object({ sha256: z.string() }),
	)
	expect(await world.files.open(storedName('StudentGuide.pdf', file?.sha256 ?? ''))).toBeDefined()
})

test.each(['StartupBlueprint.pdf', 'StartupBlueprint-phone.pdf', 'CV-phone.pdf'])(
	'an upload that is the same file as %s of another product is warned about, where it is shown and before it is published',
	async (name) => {
		const id = await upload(await goods(name), 'StudentGuide.pdf')
		const uploaded = await shown()
		expect(uploaded?.same_as).toHaveLength(1)
		expect(uploaded?.same_as[0]).toMatch(/^CV|Startup/)
		const preview = await actAdmin(
			...([world, 'publish-edition', { id, changes: 'Rents', tell: false, preview: true }] as const),
			await bearer(),
		)
		expect(z.array(z.string()).parse(preview.body.will)[0]).toContain(uploaded?.same_as[0])
	},
)
