import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import { productsApi } from '#shared/admin/products.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', goods: true })
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')
const holder = await signedInClient(world)
await holder.from('purchases').insert(freeGuide())

const pdf = (text: string) => `%PDF-1.7\n${text} << /Type /Pages /Count 2 >>\n%%EOF\n`
const zip = `PK\u0003\u0004 words PK\u0005\u0006${'\0'.repeat(18)}`

async function add(body: string, input: Record<string, string> = {}, member = owner) {
	const given = { product: '1', title: 'Checklist', purpose: 'To tick off', name: 'mine.pdf', ...input }
	const response = await world.adminRequest(`/api/add-file?${new URLSearchParams(given)}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await member.takeStep()}` },
		body,
	})
	const answer = z.looseObject({ name: z.string().default(''), message: z.string().default('') })
	return { status: response.status, ...answer.parse(await response.json()) }
}
const remove = async (name: string, body: object = {}, member = owner) =>
	await actAdmin(world, 'remove-file', { product: '1', name, ...body }, { bearer: await member.takeStep() })
const added = async () =>
	productsApi.product.output.parse(
		(await readAdmin(world, 'product?id=1', { bearer: await owner.takeStep() })).body,
	).added
const offered = async () =>
	(await readProducts(world.database)).find(({ id }) => id === '1')?.previewContent.furtherFiles ?? []
const storedCount = async () =>
	(await world.files.list('')).filter((name) => /StudentGuide-[0-9a-f]{8}\./.test(name)).length

async function download(name: string, client = holder): Promise<string | undefined> {
	const { data } = await client.storage.from('pdfs').createSignedUrl(name, 60)
	if (data === null) return undefined
	const { pathname, search } = new URL(data.signedUrl)
	return await (await world.request(pathname + search)).text()
}

test('a file that an owner adds to a guide is offered, and only who has the guide can download it', async () => {
	const { status, name } = await add(pdf('one'))
	expect([status, name]).toEqual([200, expect.stringMatching(/^StudentGuide-[0-9a-f]{8}\.pdf$/)])
	expect(await added()).toMatchObject([
		{ name, title: 'Checklist', purpose: 'To tick off', format: 'PDF', by: owner.email },
	])
	expect((await offered()).at(-1)).toEqual({
		name,
		format: 'PDF',
		bytes: pdf('one').length,
		pages: 2,
		title: 'Checklist',
		purpose: 'To tick off',
	})
	expect(await download(name)).toBe(pdf('one'))

	const { name: paid } = await add(pdf('paid'), { product: '2' })
	expect(await download(paid)).toBeUndefined()
	const { data } = await holder.auth.getUser()
	const given = { customer: data.user?.id, product: '2', reason: 'a test' }
	expect((await actAdmin(world, 'give-guide', given, { bearer: await owner.takeStep() })).status).toBe(200)
	expect(await download(paid)).toBe(pdf('paid'))

	// One of the same name takes its place.
	const { name: newer } = await add(pdf('two'), { purpose: 'To tick off in 2027' })
	expect((await added()).map((one) => [one.name, one.purpose])).toEqual([[newer, 'To tick off in 2027']])
	expect([await download(name), await download(newer)]).toEqual([undefined, pdf('two')])
	expect((await add(pdf('two'), { title: 'Other' })).message).toContain('already, as “Checklist”')
	const { name: book } = await add(zip, { title: 'E-book', name: 'a.EPUB' })
	expect([await download(book), await storedCount()]).toEqual([zip, 2])

	const { will } = (await remove(newer, { preview: true })).body
	expect(will).toEqual([expect.stringContaining('“Checklist” (PDF, ')])
	const answers = await Promise.all(Array.from({ length: 6 }, async () => (await remove(newer)).status))
	expect(answers.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
	expect([await download(newer), await download(book), await storedCount()]).toEqual([undefined, zip, 1])
})

test('before a new edition is published, files of the edition before are named, and can be left out', async () => {
	const { name } = await add(pdf('three'))
	const query = new URLSearchParams({ product: '1', name: 'new.pdf' })
	const upload = await world.adminRequest(`/api/upload-edition?${query}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await owner.takeStep()}` },
		body: pdf('main'),
	})
	const { id } = z.object({ id: z.string() }).parse(await upload.json())
	const publish = async (body: object) =>
		await actAdmin(
			world,
			'publish-edition',
			{ id, changes: 'Rents', tell: false, ...body },
			{ bearer: await owner.takeStep() },
		)
	const { will } = (await publish({ preview: true })).body
	expect(will).toContainEqual(
		expect.stringMatching(new RegExp(`may say what the edition before said: .*${name}`)),
	)
	expect((await publish({ leave_out: [name] })).status).toBe(200)
	expect((await offered()).some((one) => one.name === name)).toBe(false)
	expect((await offered()).length).toBeGreaterThan(0)
})

test.each([
	['not a PDF', {}, 'isn’t a PDF'],
	['', {}, 'is empty'],
	['%PDF-1.7\nno end', {}, 'cut off'],
	['PK\u0003\u0004 no end', { name: 'a.docx' }, 'cut off'],
	['MZ', { name: 'a.pdf.exe' }, 'A further file is a PDF'],
	['{}', { name: 'a.json' }, 'A further file is a PDF'],
	[pdf('x'), { product: '5' }, 'no file that customers get'],
	[pdf('x'), { product: '999' }, 'no file that customers get'],
])('refuses %j with %j', async (body, input, says) => {
	const before = [await added(), await storedCount()]
	const answer = await add(body, input)
	expect([answer.status, answer.message]).toEqual([409, expect.stringContaining(says)])
	expect([await added(), await storedCount()]).toEqual(before)
})

test('words with markup or hidden letters are refused, and so is whoever isn’t an owner', async () => {
	for (const title of ['', 'a\nb', 'evil\u202Efdp', 'x'.repeat(61)])
		expect((await add(pdf('x'), { title })).status).toBe(400)
	expect((await add(pdf('x'), {}, helper)).status).toBe(403)
	expect((await remove('StudentGuide.pdf')).status).toBe(409)
	expect((await remove('StudentGuide-phone.pdf', {}, helper)).status).toBe(403)
	const [main] = await world.database.query(
		sql`select count(*)::integer as count from storage.objects where name = 'StudentGuide.pdf'`,
		z.object({ count: z.int() }),
	)
	expect(main?.count).toBe(1)
})
