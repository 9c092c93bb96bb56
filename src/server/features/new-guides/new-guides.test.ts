import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { loadGoods } from '#server/features/editions/load-goods.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { linesOfWords, makePdf } from './testing/make-pdf.ts'

const world = await useWorld({ admin: 'public', goods: true, sandbox: true })
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

const chapters = [
	{ title: 'Before you sign', lines: linesOfWords(500) },
	{ title: 'The deposit', lines: linesOfWords(100) },
]
const renting = (title: string) => makePdf({ title, author: 'Ada Byron', chapters })
const madeSchema = z.looseObject({ id: z.string().optional(), message: z.string().optional() })

async function upload(bytes: Uint8Array, { name = 'renting.pdf', member = owner } = {}) {
	const response = await world.adminRequest(
		`/api/new-guide?name=${encodeURIComponent(name)}&category=Money`,
		{
			method: 'POST',
			headers: {
				authorization: `Bearer ${await member.takeStep()}`,
				'content-type': 'application/octet-stream',
			},
			body: new Uint8Array(bytes),
		},
	)
	return { status: response.status, body: madeSchema.parse(await response.json()) }
}

/** Makes a guide from a spreadsheet, which is read faster than a PDF. */
async function make(title: string): Promise<string> {
	const core = `<p xmlns:dc="x"><dc:title>${title}</dc:title></p>`
	const workbook = '<workbook><sheets><sheet name="Budget"/></sheets></workbook>'
	const files = { 'xl/workbook.xml': strToU8(workbook), 'docProps/core.xml': strToU8(core) }
	const { status, body } = await upload(zipSync(files), { name: 'budget.xlsx' })
	expect([status, body.message]).toEqual([200, undefined])
	return body.id ?? ''
}

const act = async (operation: string, body: object) =>
	await actAdmin(world, operation, body, { bearer: await owner.takeStep() })
const documentSchema = z.looseObject({ version: z.int(), content: z.record(z.string(), z.unknown()) })
const read = async (id: string) =>
	documentSchema.parse(
		(await readAdmin(world, `document?kind=product&id=${id}`, { bearer: owner.accessToken })).body,
	)
async function save(id: string, change: object) {
	const { version, content } = await read(id)
	return await act('save-document', { kind: 'product', id, version, content: { ...content, ...change } })
}
async function publish(id: string) {
	const { version } = await read(id)
	return await act('publish-document', { kind: 'product', id, version })
}
const stored = async () =>
	await world.database.query(
		sql`select name from storage.objects where bucket_id = 'pdfs' order by name`,
		z.object({ name: z.string() }),
	)
const counts = async () =>
	await world.database.query(sql`
		select (select count(*) from shop.documents)::integer as documents, (select count(*) from storage.objects)::integer as files,
			(select count(*) from shop.owner_acts)::integer as acts`)

test('a PDF becomes a draft with a page, which is priced, published, bought and downloaded under its own name', async () => {
	const { status, body } = await upload(renting('Renting with strangers'))
	expect([status, body]).toMatchObject([
		200,
		{
			id: '1001',
			title: 'Renting with strangers',
			pages: 2,
			chapters: 2,
			pictures: 2,
			free_chapter: 'Before you sign',
			faults: expect.arrayContaining([expect.stringMatching(/^No tags/)]),
		},
	])
	expect((await readProducts(world.database)).some(({ id }) => id === '1001')).toBe(false)
	expect(await read('1001')).toMatchObject({
		path: '/products/renting-with-strangers',
		is_published: false,
		faults: [{ path: 'pricePence', says: 'a released product is free or has a price' }],
	})
	const early = await publish('1001')
	expect(early.body).toMatchObject({ message: expect.stringContaining('is free or has a price') })

	const saved = await save('1001', { pricePence: 599, slug: 'renting', title: 'Renting' })
	expect(saved.body).toMatchObject({ faults: [] })
	expect((await publish('1001')).status).toBe(200)

	const product = (await readProducts(world.database)).find(({ id }) => id === '1001')
	expect(product).toMatchObject({
		slug: 'renting',
		category: 'Money',
		pricePence: 599,
		stripeProductId: 'prod_guide_1001',
		previewContent: {
			pageCount: 2,
			contents: [
				{ title: 'Before you sign', page: 1 },
				{ title: 'The deposit', page: 2 },
			],
		},
		page: { author: 'Ada Byron', chapter: { title: 'Before you sign', words: 500, pages: [1] } },
	})
	expect(product?.gallery.map(({ kind, alt }) => [kind, alt])).toEqual([
		['cover', 'Cover of “Renting with strangers”.'],
		['page', 'Page 2 of “Renting with strangers”, in the chapter “The deposit”.'],
	])
	const picture = await world.request(`/media/${product?.gallery[0]?.name}-640.avif`)
	expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/avif'])
	const file = product?.pdfFileName ?? ''
	const buyer = await signedInClient(world)
	const order = { productName: 'Renting', price: 5.99, stripeProductId: 'prod_guide_1001' }
	const before = await buyer.storage.from('pdfs').createSignedUrl(file, 60)
	expect(before.data).toBeNull()
	const session = await openCheckout(buyer, order)
	await pay(world, session)
	await buyer.functions.invoke('confirm-payment', { body: { sessionId: session } })
	const { data } = await buyer.storage.from('pdfs').createSignedUrl(file, 60)
	const { pathname, search } = new URL(data?.signedUrl ?? '')
	const download = await world.request(pathname + search)
	expect(Buffer.from(await download.arrayBuffer())).toEqual(renting('Renting with strangers'))
	await world.runJobs()
	expect(world.mails.findLast(({ subject }) => subject.includes('Renting'))?.text).toContain('£5.99')
	expect((await world.request('/product-pictures/renting.jpg')).status).toBe(200)
	// What is decided at the first publication stays.
	expect((await save('1001', { isFree: true })).body).toMatchObject({
		faults: expect.arrayContaining([expect.objectContaining({ path: 'isFree' })]),
	})
	await act('discard-draft', { kind: 'product', id: '1001', version: (await read('1001')).version })
	await expectToSurviveAStart('1001')
})

/** A start of the shop, or of another release, must leave an owner's product as it is. */
async function expectToSurviveAStart(id: string) {
	const before = (await readProducts(world.database)).find((one) => one.id === id)
	const { database, files } = world
	const goodsDir = new URL('../../../../goods', import.meta.url).pathname
	await loadGoods({ database, files, goodsDir, catalogue: await readProducts(database), log: () => {} })
	await syncCatalogue(database, await readStarterShop())
	expect((await readProducts(database)).find((one) => one.id === id)).toEqual(before)
}

test('a free guide has no price, no tax code and no id at Stripe, whatever was written before', async () => {
	const id = await make('Free things in Leeds')
	await save(id, { pricePence: 300 })
	expect((await save(id, { isFree: true, pricePence: 300 })).body).toMatchObject({ faults: [] })
	expect((await publish(id)).status).toBe(200)
	const product = (await readProducts(world.database)).find((one) => one.id === id)
	expect(product).toMatchObject({ isFree: true, pricePence: null, taxCode: null, stripeProductId: null })
	const user = await signedInClient(world)
	const { data } = await user.storage.from('pdfs').createSignedUrl(product?.pdfFileName ?? '', 60)
	expect(data?.signedUrl).toContain(product?.pdfFileName)
})

test('a draft can’t name the file of another guide, or other facts than those of its file', async () => {
	const id = await make('Somebody else’s file')
	const { content } = await read(id)
	const isOther = {
		isFree: true,
		pdfFileName: 'CV.zip',
		previewContent: { ...Object(content.previewContent), bytes: 1 },
	}
	expect((await save(id, isOther)).body).toMatchObject({
		faults: [{ path: 'pdfFileName' }, { path: 'previewContent.bytes' }],
	})
	expect((await publish(id)).body).toMatchObject({
		message: expect.stringContaining('can’t be changed here'),
	})
})

test('of six guides made at the same moment, each has a number, an address and a file of its own', async () => {
	const ids = await Promise.all(Array.from({ length: 6 }, () => make('Six at once')))
	expect(new Set(ids).size).toBe(6)
	const documents = await Promise.all(ids.map(read))
	expect(documents.map(({ content }) => content.slug).toSorted()).toEqual([
		'six-at-once',
		...[2, 3, 4, 5, 6].map((count) => `six-at-once-${count}`),
	])
	expect(new Set(documents.map(({ content }) => content.pdfFileName)).size).toBe(6)
})

test('a guide that was never published can be discarded with its file, by one of six', async () => {
	const before = await stored()
	const id = await make('A mistake')
	const { version } = await read(id)
	const body = { kind: 'product', id, version }
	const preview = await act('discard-draft', { ...body, preview: true })
	expect(preview.body).toMatchObject({ will: [expect.stringContaining('and its file')] })
	const all = await Promise.all(
		Array.from({ length: 6 }, () => act('discard-draft', { ...body, plan: preview.body.plan })),
	)
	expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
	expect(await stored()).toEqual(before)
	const { body: listed } = await readAdmin(world, 'documents', { bearer: owner.accessToken })
	expect(JSON.stringify(listed)).not.toContain('A mistake')
	expect((await publish(id).catch(() => undefined))?.status).not.toBe(200)
})

test('a file that can’t become a guide gets a sentence and changes nothing', async () => {
	const before = await counts()
	for (const [bytes, name, says] of [
		[Buffer.from('hello'), 'a.txt', 'none of PDF, EPUB, DOCX, XLSX and ZIP'],
		[renting('Cut').subarray(0, 900), 'a.pdf', 'cut off'],
		[makePdf({ chapters, catalogue: '/OpenAction << /S /JavaScript /JS (1) >>' }), 'a.pdf', 'has scripts'],
	] as const) {
		const { status, body } = await upload(bytes, { name })
		expect([status, body.message]).toEqual([409, expect.stringContaining(says)])
	}
	expect((await upload(renting('Helper'), { member: helper })).status).toBe(403)
	expect(await counts()).toEqual(before)
})

test('markup in a file stays text', async () => {
	const lines = [...linesOfWords(450), '<script>alert\\(1\\)</script> &amp; <b>']
	const pdf = makePdf({
		title: '<img src=x onerror=alert\\(1\\)>',
		chapters: [{ title: '<b>One</b>', lines }],
	})
	const { body } = await upload(pdf)
	const { content } = await read(body.id ?? '')
	expect(JSON.stringify(content.page)).toContain('&lt;script&gt;')
	expect(JSON.stringify(content.page)).not.toContain('<script>')
	expect((await save(body.id ?? '', { isFree: true })).body).toMatchObject({ faults: [] })
})

// Encoding eight pictures takes a minute, so this is for `npm run test:full`.
test.runIf(process.env.FAULTS === 'full')(
	'one of the shop’s own guides of 28 pages becomes a draft with everything that is in it',
	async () => {
		const pdf = await readFile(new URL('../../../../goods/StudentGuide.pdf', import.meta.url))
		const { body } = await upload(pdf, { name: 'StudentGuide.pdf' })
		expect(body).toMatchObject({ pages: 28, chapters: 20, pictures: 8, faults: [] })
	},
	180_000,
)
