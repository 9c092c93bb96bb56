import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { readHistory } from '#server/features/content/document-rows.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { sql } from '#server/platform/db/sql.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { readProducts } from '#server/shop/products.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { sendWaitingEmails } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { starterWith } from '#test/starter-shop.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld, type World } from '#test/world.ts'
import { loadGoods } from './load-goods.ts'

const name = 'StudentGuide.pdf'
let world: World
let owner: TestMember
let goodsDir: string
beforeAll(async () => {
	world = await createWorld({ admin: 'public', goods: true })
	owner = await signedInMember(world, 'owner')
	goodsDir = await mkdtemp(join(tmpdir(), 'headstart-editions-'))
	await cp(fileURLToPath(new URL('../../../../goods', import.meta.url)), goodsDir, { recursive: true })
	await start(first)
})
afterAll(async () => {
	await world.close()
	await rm(goodsDir, { recursive: true })
})

/** A release of the software with an edition that is older than those that owners publish today. */
const first = { edition: { date: '2026-01-05', changes: 'The first' }, earlierEditions: undefined }
const pdf = (text: string) => `%PDF-1.7\n${text}\n%%EOF\n`

async function upload(bytes: string, member = owner, product = '1') {
	const response = await world.adminRequest(`/api/upload-edition?product=${product}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await member.takeStep()}`, 'content-type': 'application/pdf' },
		body: bytes,
	})
	const body = z
		.looseObject({ id: z.string().optional(), message: z.string().optional() })
		.parse(await response.json())
	return { status: response.status, ...body }
}
const act = async (operation: string, body: object) =>
	await actAdmin(world, operation, body, { bearer: await owner.takeStep() })
const shown = async () => (await readAdmin(world, 'product?id=1', { bearer: await owner.takeStep() })).body
const edition = async () =>
	(
		await world.database.query(
			sql`select edition from public.products where id = '1'`,
			z.object({ edition: z.string() }),
		)
	)[0]?.edition
const today = async () =>
	(
		await world.database.query(
			sql`select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as day`,
			z.object({ day: z.string() }),
		)
	)[0]?.day ?? ''

/** Loads the goods, then the catalogue, as every start and upgrade does. Returns what the terminal says. */
async function start(released: object = {}): Promise<string[]> {
	const said: string[] = []
	const offered = catalogue.map((one) => (one.id === '1' ? { ...one, ...released } : one))
	const { database, files } = world
	await loadGoods({ database, files, goodsDir, catalogue: offered, log: (line) => said.push(line) })
	await syncCatalogue(database, starterWith(offered))
	return said
}

/** Signs in a user who got the guide long ago and has asked for emails about new editions. */
async function reader() {
	const client = await signedInClient(world)
	await client.auth.updateUser({ data: { edition_notices_since: '2026-02-01' } })
	await client.from('purchases').insert(freeGuide())
	await world.database.query(
		sql`update public.purchases set created_at = '2026-02-03' where catalogue_id = '1'`,
	)
	return client
}
type Client = Awaited<ReturnType<typeof reader>>

async function download(client: Client): Promise<string> {
	const { data } = await client.storage.from('pdfs').createSignedUrl(name, 60)
	return await (await fetch(data?.signedUrl ?? '')).text()
}

async function announced(): Promise<string[]> {
	world.mails.length = 0
	const anHourAgo = new Date(world.clock.now().getTime() - 3_600_000)
	await world.database.query(sql`update public.products set updated_at = ${anHourAgo} where id = '1'`)
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	return world.mails
		.filter(({ subject }) => subject === 'A new edition of Student Guide')
		.map(({ text }) => text)
}

test('an owner can publish an edition, which customers get at once, and take it back', async () => {
	const client = await reader()
	const before = await download(client)
	const bytes = pdf('The rents of 2027')
	const helper = await signedInMember(world, 'helper')
	expect((await upload(bytes, helper)).status).toBe(403)
	for (const [sent, says] of [
		['', 'empty'],
		['PK\u0003\u0004 a ZIP', 'isn’t a PDF'],
		['<html>', 'isn’t a PDF'],
		['%PDF-1.7 half of it', 'cut off'],
	] as const)
		expect(await upload(sent)).toMatchObject({ status: 409, message: expect.stringContaining(says) })
	expect(await upload('x'.repeat(51 * 1024 * 1024))).toMatchObject({ status: 413 })

	await upload(pdf('The wrong file'))
	const { id } = await upload(bytes)
	expect(await shown()).toMatchObject({
		uploaded: { id, by: owner.email, bytes: bytes.length },
		file: { of_owner: false },
	})
	expect(await download(client)).toBe(before)
	expect((await act('publish-edition', { id, changes: ' \n', tell: true })).status).toBe(409)
	const body = { id, changes: 'The rents of 2027', tell: true }
	const preview = await act('publish-edition', { ...body, preview: true })
	expect(preview.body.will).toEqual([
		expect.stringContaining('to everybody who has Student Guide'),
		expect.stringContaining('“The rents of 2027”'),
		expect.stringContaining('Emails 1 person who had it before'),
		expect.stringContaining('go back to it'),
		expect.stringContaining('StudentGuide-phone.pdf'),
	])
	expect((await act('publish-edition', { ...body, plan: preview.body.plan })).status).toBe(200)
	expect((await act('publish-edition', body)).body.message).toContain('used or replaced')

	expect(await edition()).toBe(await today())
	expect(await shown()).toMatchObject({ uploaded: null, file: { of_owner: true, bytes: bytes.length } })
	const [told, ...more] = await announced()
	expect([told, more]).toEqual([expect.stringContaining('The rents of 2027'), []])
	expect(await download(client)).toBe(bytes)
	const texts: unknown[] = []
	const pages = await keepTestPages({
		database: world.database,
		show: async ({ products }) => void texts.push(products.map(({ ownerEdition }) => ownerEdition)),
	})
	pages.stop()
	expect(texts).toEqual([[{ date: await today(), changes: 'The rents of 2027' }, ...Array(6).fill(null)]])

	expect(await start()).toEqual([])
	expect([await download(client), await edition()]).toEqual([bytes, await today()])

	const takingBack = await act('take-back-edition', { product: '1', preview: true })
	expect(takingBack.body.will).toContainEqual(
		'1 person has been emailed about it already. Nobody else will be.',
	)
	expect((await act('take-back-edition', { product: '1' })).status).toBe(200)
	expect([await download(client), await edition()]).toEqual([before, '2026-01-05'])
	expect((await act('take-back-edition', { product: '1' })).status).toBe(409)
	expect(
		await world.database.query(
			sql`select from storage.objects where name like 'StudentGuide-%-2026-01-05.pdf'`,
		),
	).toEqual([])
	const log = await world.database.query(sql`
		select command, before ->> 'edition' as before, after ->> 'edition' as after from shop.owner_acts order by at, id`)
	expect(log.slice(-2)).toEqual([
		{ command: 'publish-edition', before: '2026-01-05', after: await today() },
		{ command: 'take-back-edition', before: await today(), after: '2026-01-05' },
	])
	const history = await readHistory(world.database, { kind: 'product', id: '1' })
	expect(history.slice(0, 3).map(({ change, by }) => [change, by])).toEqual([
		['edition taken back', owner.email],
		['from the release', 'the release'],
		['edition published', owner.email],
	])
})

test('a release’s edition does not replace the owner’s own until the owner publishes it', async () => {
	const client = await reader()
	const mine = pdf('Mine')
	await act('publish-edition', { id: (await upload(mine)).id, changes: 'Mine', tell: false })
	expect(await announced()).toEqual([])

	const theirs = pdf('Of the release')
	await writeFile(join(goodsDir, name), theirs)
	const released = { edition: { date: '2098-01-01', changes: 'Of the release' }, earlierEditions: undefined }
	expect(await start(released)).toEqual([expect.stringContaining('is waiting in the admin')])
	expect(await start(released)).toEqual([])
	expect([await download(client), await edition()]).toEqual([mine, await today()])
	const { waiting } = z
		.object({ waiting: z.object({ id: z.string(), changes: z.string() }) })
		.parse(await shown())
	expect(waiting.changes).toBe('Of the release')
	// Backups contain the files that customers get, but not those that wait to be published, so a restore loses this one.
	const [row] = await world.database.query(
		sql`select sha256 from shop.editions where id = ${waiting.id}`,
		z.object({ sha256: z.string() }),
	)
	await world.files.remove(storedName(name, row?.sha256 ?? ''))
	expect((await act('publish-edition', { id: waiting.id, tell: true })).body.message).toContain('next start')
	expect(await start(released)).toEqual([expect.stringContaining('is waiting in the admin')])
	expect(await download(client)).toBe(mine)

	const again = z.object({ waiting: z.object({ id: z.string() }) }).parse(await shown())
	await act('publish-edition', { id: again.waiting.id, tell: true })
	expect([await download(client), await edition()]).toEqual([theirs, '2098-01-01'])
	expect(await shown()).toMatchObject({ waiting: null, file: { of_owner: false } })
	// After the first edition is taken back, customers get the owner's edition again. After the second, the next start brings back
	// the release's.
	await act('take-back-edition', { product: '1' })
	expect([await download(client), await edition()]).toEqual([mine, await today()])
	expect(await shown()).toMatchObject({ file: { of_owner: true } })
	await act('take-back-edition', { product: '1' })
	expect(await shown()).toMatchObject({ file: { of_owner: false } })
	// Until then nothing says that they have the release's, although the document names it already.
	const offered = async () => (await readProducts(world.database)).find(({ id }) => id === '1')
	expect(await offered()).toMatchObject({ edition: { date: '2026-01-05' }, ownerEdition: null })
	expect([await edition(), await announced()]).toEqual(['2026-01-05', []])

	expect(await start(released)).toEqual([expect.stringContaining('Put StudentGuide.pdf')])
	expect(await download(client)).toBe(theirs)
	expect(await offered()).toMatchObject({ edition: released.edition, ownerEdition: null })
	const next = pdf('Of the next release')
	await writeFile(join(goodsDir, name), next)
	expect(
		await start({ edition: { date: '2099-01-01', changes: 'Next' }, earlierEditions: undefined }),
	).toEqual([expect.stringContaining('Put StudentGuide.pdf')])
	expect([await download(client), await edition()]).toEqual([next, '2099-01-01'])
})

test('if the file of an owner’s edition is lost, the next start brings back the release’s edition', async () => {
	const client = await reader()
	await start(first)
	const before = await download(client)
	const bytes = pdf('Soon lost')
	await act('publish-edition', { id: (await upload(bytes)).id, changes: 'Soon lost', tell: false })
	const [object] = await world.database.query(
		sql`select sha256 from storage.objects where name = ${name}`,
		z.object({ sha256: z.string() }),
	)
	await world.files.remove(storedName(name, object?.sha256 ?? ''))
	expect(await start(first)).toEqual([
		expect.stringContaining('lost or damaged'),
		expect.stringContaining(name),
	])
	expect([await download(client), await edition()]).toEqual([before, '2026-01-05'])
	expect((await act('take-back-edition', { product: '1' })).status).toBe(409)
})

test('if two owners publish at the same time, one succeeds and the other is refused', async () => {
	const { id } = await upload(pdf('Twice'))
	const bearer = await owner.takeStep()
	const body = { id, changes: 'Twice', tell: false }
	const answers = await Promise.all([1, 2].map(() => actAdmin(world, 'publish-edition', body, { bearer })))
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('files that an edition leaves out aren’t offered, can still be opened, and come back with the edition before', async () => {
	const phone = 'StudentGuide-phone.pdf'
	const offered = async () =>
		(await readProducts(world.database))
			.find(({ id }) => id === '1')
			?.previewContent.furtherFiles.map(({ name }) => name)
	const before = await offered()
	const client = await signedInClient(world)
	await client.from('purchases').insert(freeGuide())
	const one = { id: (await upload(pdf('Without a phone edition'))).id, changes: 'New rents', tell: false }
	expect((await act('publish-edition', { ...one, leave_out: ['CV.zip'] })).body.message).toContain(
		'no other file',
	)
	const preview = await act('publish-edition', { ...one, leave_out: [phone], preview: true })
	expect(preview.body.will).toContainEqual(expect.stringContaining(`Pages no longer offer ${phone}`))
	await act('publish-edition', { ...one, leave_out: [phone] })
	expect(await offered()).toEqual(before?.filter((other) => other !== phone))
	expect((await client.storage.from('pdfs').createSignedUrl(phone, 60)).data?.signedUrl).toContain(phone)
	// The next edition goes on without it.
	await act('publish-edition', { id: (await upload(pdf('Later'))).id, changes: 'Later', tell: false })
	expect(await offered()).not.toContain(phone)
	await act('take-back-edition', { product: '1' })
	expect(await offered()).not.toContain(phone)
	await act('take-back-edition', { product: '1' })
	expect(await offered()).toEqual(before)
})
test('of six who publish an edition, or take it back, at the same moment, one does', async () => {
	await act('take-back-edition', { product: '1' })
	const before = await edition()
	const { id } = await upload(pdf('Six times'))
	const bearer = await owner.takeStep()
	const six = async (operation: string, body: object) => {
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => actAdmin(world, operation, body, { bearer })),
		)
		return answers.map(({ status }) => status).sort()
	}
	const once = [200, ...Array<number>(5).fill(409)]
	expect(await six('publish-edition', { id, changes: 'Six times', tell: false })).toEqual(once)
	expect(await edition()).toBe(await today())
	expect(await six('take-back-edition', { product: '1' })).toEqual(once)
	expect(await edition()).toBe(before)
	const history = await readHistory(world.database, { kind: 'product', id: '1' })
	expect(history.slice(0, 2).map(({ change }) => change)).toEqual(['edition taken back', 'edition published'])
	expect(history[0]?.decisions.edition).toBeUndefined()
})
