import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { about as aboutPage } from '#catalogue/pages/about.ts'
import { home as homePage } from '#catalogue/pages/home.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DocumentName } from '#shared/content/documents.ts'
import { useWorld } from '#test/world.ts'
import { DocumentChanged, DocumentFaulty } from './document-errors.ts'
import { findDocument, readHistory } from './document-rows.ts'
import { decide, dropDraft, lockProduct, publishDraft, restoreVersion, saveDraft } from './write-documents.ts'

const world = await useWorld()

const cv = { kind: 'product', id: '2' } as const
const about = { kind: 'page', id: 'about' } as const
const contentSchema = z.record(z.string(), z.unknown())

async function read(name: DocumentName) {
	const found = await findDocument(world.database, name)
	if (found === undefined) throw new Error('there is no such document')
	return { ...found, published: contentSchema.parse(found.published) }
}
const save = async (
	name: DocumentName,
	content: Readonly<Record<string, unknown>>,
	version?: number,
	by = 'Ada',
) => {
	const read = version ?? (await findDocument(world.database, name))?.version ?? 0
	return await world.database.asServer((tx) => saveDraft(tx, name, { by, version: read, content }))
}
const publish = async (name: DocumentName, version: number, by = 'Ada') =>
	await world.database.asServer((tx) => publishDraft(tx, name, { by, version, claims: [] }))
const titleOnOffer = async () =>
	(
		await world.database.query(
			sql`select title from public.products where id = '2'`,
			z.object({ title: z.string() }),
		)
	)[0]?.title

// Each test begins with what the release says, as the newest version.
let original: Record<string, unknown>
beforeEach(async () => {
	const { published, of_release: ofRelease } = await read(cv)
	original = contentSchema.parse(ofRelease)
	if (JSON.stringify(published) !== JSON.stringify(original)) await publish(cv, await save(cv, original))
})

test('a draft is shown to nobody until it is published, and then everywhere', async () => {
	const title = 'CV Secrets, Second Draft'
	const saved = await save(cv, { ...original, title })
	expect(await read(cv)).toMatchObject({
		version: saved,
		draft: { title },
		published: { title: original.title },
	})
	expect(await titleOnOffer()).toBe(original.title)
	const published = await publish(cv, saved, 'Bea')
	expect(published).toBe(saved + 1)
	expect(await read(cv)).toMatchObject({
		version: published,
		draft: null,
		published: { title },
		is_edited: true,
	})
	expect(await titleOnOffer()).toBe(title)
	expect((await readHistory(world.database, cv)).slice(0, 2)).toMatchObject([
		{ version: published, change: 'published', by: 'Bea', content: { title } },
		{ version: saved, change: 'saved', by: 'Ada', content: { title } },
	])
})

test('savings of one person in a row are one version, and any other change ends the row', async () => {
	const { version: before } = await read(cv)
	const changes = async () =>
		(await readHistory(world.database, cv))
			.filter(({ version }) => version > before)
			.map(({ version, change, by }) => [version - before, change, by])
	const write = async (title: string, by = 'Ada') => await save(cv, { ...original, title }, undefined, by)
	for (const title of ['One', 'Two', 'Three']) await write(title)
	expect(await changes()).toEqual([[3, 'saved', 'Ada']])
	await write('Four', 'Bea')
	await write('Five')
	const decided = { by: 'Ada', change: 'price set', decided: {} } as const
	await world.database.asServer(async (tx) => {
		await lockProduct(tx, '2')
		await decide(tx, '2', decided)
	})
	await write('Six')
	const { version } = await read(cv)
	await world.database.asServer((tx) => dropDraft(tx, cv, { by: 'Ada', version }))
	await write('Seven')
	await write('Eight')
	const rows = [
		[10, 'saved', 'Ada'],
		[8, 'discarded', 'Ada'],
		[7, 'saved', 'Ada'],
		[6, 'price set', 'Ada'],
		[5, 'saved', 'Ada'],
		[4, 'saved', 'Bea'],
		[3, 'saved', 'Ada'],
	]
	expect(await changes()).toEqual(rows)
	// An editor who has read a version that is gone is told as well.
	await expect(save(cv, original, before + 2)).rejects.toThrow(DocumentChanged)
	await expect(save(cv, original, before + 9)).rejects.toThrow(DocumentChanged)
	const back = { by: 'Ada', version: before + 10 }
	const restore = async (restored: number) =>
		await world.database.asServer((tx) => restoreVersion(tx, cv, { ...back, restored }))
	await expect(restore(before + 2)).rejects.toThrow('doesn’t have that version any more')
	expect(await restore(before + 7)).toBe(before + 11)
	expect(await read(cv)).toMatchObject({ draft: { title: 'Six' } })
})

test('the history keeps the newest drafts, and everything that was published', async () => {
	for (let turn = 0; turn < 60; turn += 1)
		await save(about, { story: [`Draft ${turn}`] }, undefined, turn % 2 === 0 ? 'Ada' : 'Bea')
	const counted = await world.database.query(
		sql`select change, count(*)::integer as count from shop.document_versions where id = 'about' group by change order by 1`,
	)
	expect(counted).toEqual([
		{ change: 'from the release', count: 1 },
		{ change: 'saved', count: 50 },
	])
	const forget = sql`delete from shop.document_versions where id = 'about' and change = 'from the release'`
	expect(await world.database.asServer((tx) => tx.execute(forget))).toBe(0)
})

test('a draft with faults is kept but not published; every fault is named and the published one stays', async () => {
	const { description: _, ...rest } = original
	const saved = await save(cv, { ...rest, title: '', category: 'Cooking', colour: 'green', pricePence: 1 })
	const refused = await publish(cv, saved).catch((error: unknown) => error)
	if (!(refused instanceof DocumentFaulty)) throw refused
	expect(refused.faults.map(({ path }) => path).sort()).toEqual([
		'',
		'category',
		'description',
		'pricePence',
		'title',
	])
	for (const part of [
		'colour',
		'Category: ',
		'Description: is missing',
		'Title: can’t be empty',
		'Price in pence: ',
	])
		expect(refused.message).toContain(part)
	expect(await read(cv)).toMatchObject({ version: saved, draft: { title: '' }, published: original })
	expect(await titleOnOffer()).toBe(original.title)
})

test('a document can’t change what other acts decide: addresses, release, price and files', async () => {
	const change = { slug: 'cv', isFree: true, pricePence: null, taxCode: null, pdfFileName: 'other.zip' }
	const refused = await publish(cv, await save(cv, { ...original, ...change })).catch(
		(error: unknown) => error,
	)
	if (!(refused instanceof DocumentFaulty)) throw refused
	expect(refused.faults.map(({ path }) => path)).toEqual([
		'slug',
		'pricePence',
		'isFree',
		'pdfFileName',
		'taxCode',
	])
})

test('a new product starts as one that is coming soon, and no two products have one title', async () => {
	const other = { kind: 'product', id: '77' } as const
	const soon = contentSchema.parse((await read({ kind: 'product', id: '5' })).published)
	const own = { ...soon, id: '77', slug: 'exam-planner', title: original.title, stripeProductId: null }
	const refused = publish(other, await save(other, own))
	await expect(refused).rejects.toMatchObject({
		faults: [{ path: 'title', says: `another product has it already: ${String(original.title)}` }],
	})
	await publish(other, await save(other, { ...own, title: 'Exam Planner' }))
	const [row] = await world.database.query(
		sql`select title, coming_soon from public.products where id = '77'`,
	)
	expect(row).toEqual({ title: 'Exam Planner', coming_soon: true })
	const late = { kind: 'product', id: '78' } as const
	const released = publish(
		late,
		await save(late, { ...original, id: '78', slug: 'b', title: 'B', stripeProductId: 'prod_b' }),
	)
	await expect(released).rejects.toMatchObject({ faults: [{ path: 'comingSoon' }] })
})

test('a page that names a guide the shop has never had can’t be published', async () => {
	const home = { kind: 'page', id: 'home' } as const
	const [answer] = homePage.help.answers
	const wrong = {
		...homePage,
		first: ['cv-secrets', 'cv-secret'],
		help: { ...homePage.help, answers: [{ ...answer, slug: '<b>' }] },
	}
	await expect(publish(home, await save(home, wrong))).rejects.toMatchObject({
		faults: [
			{ path: 'first.1', says: 'no guide has this address' },
			{ path: 'help.answers.0.slug', says: 'no guide has this address' },
		],
	})
	await publish(home, await save(home, { ...homePage, first: ['cv-secrets'] }))
	expect(await read(home)).toMatchObject({ published: { first: ['cv-secrets'] } })
})

test('of two who edit one document, the second is told and nothing of the first is lost', async () => {
	const { version } = await read(about)
	await save(about, { story: ['By Ada.'] }, version)
	const refused = await save(about, { story: ['By Bea.'] }, version, 'Bea').catch((error: unknown) => error)
	if (!(refused instanceof DocumentChanged)) throw refused
	expect(refused.version).toBe(version + 1)
	await expect(publish(about, version, 'Bea')).rejects.toBeInstanceOf(DocumentChanged)
	expect(await read(about)).toMatchObject({ draft: { story: ['By Ada.'] } })
})

test('of six who save or publish one version at the same moment, one succeeds and the others are told', async () => {
	const { version } = await read(about)
	const saves = await Promise.allSettled(
		Array.from({ length: 6 }, (_, index) =>
			save(about, { ...aboutPage, story: [`By ${index}.`] }, version, `Member ${index}`),
		),
	)
	expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	const publications = await Promise.allSettled(
		Array.from({ length: 6 }, (_, index) => publish(about, version + 1, `Member ${index}`)),
	)
	expect(publications.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	for (const result of [...saves, ...publications])
		if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DocumentChanged)
	expect((await readHistory(world.database, about)).map(({ version: each }) => each).slice(0, 3)).toEqual([
		version + 2,
		version + 1,
		version,
	])
})

test('six who publish six products under one title at the same moment: one gets it', async () => {
	const soon = contentSchema.parse((await read({ kind: 'product', id: '5' })).published)
	const ids = Array.from({ length: 6 }, (_, index) => String(80 + index))
	for (const id of ids)
		await save({ kind: 'product', id }, { ...soon, id, slug: `p-${id}`, title: 'One', stripeProductId: null })
	const published = await Promise.allSettled(ids.map((id) => publish({ kind: 'product', id }, 1)))
	expect(published.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	for (const result of published)
		if (result.status === 'rejected') expect(result.reason).toMatchObject({ faults: [{ path: 'title' }] })
})

test('an older version can be restored: its words return, its price and files don’t', async () => {
	const version = await publish(cv, await save(cv, { ...original, title: 'First' }))
	await publish(cv, await save(cv, { ...original, title: 'Second' }))
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = published || '{"pricePence": 1699}' where kind = 'product' and id = '2'`)
	const now = (await read(cv)).version
	const restored = await world.database.asServer((tx) =>
		restoreVersion(tx, cv, { by: 'Ada', version: now, restored: version }),
	)
	expect(await read(cv)).toMatchObject({ draft: { title: 'First', pricePence: 1699 } })
	await publish(cv, restored)
	expect(await read(cv)).toMatchObject({ published: { title: 'First', pricePence: 1699 } })
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = of_release where kind = 'product' and id = '2'`)
	const missing = world.database.asServer((tx) =>
		restoreVersion(tx, cv, { by: 'Ada', version: restored + 1, restored: 999 }),
	)
	await expect(missing).rejects.toThrow('The history doesn’t have that version')
})

test('a draft that says what is published is none, and a document that doesn’t exist can’t be saved', async () => {
	expect((await save(cv, original)) > 0).toBe(true)
	expect(await read(cv)).toMatchObject({ draft: null, is_edited: false })
	await expect(publish(cv, (await read(cv)).version)).rejects.toThrow('There is no draft')
	for (const name of [
		{ kind: 'page', id: 'nowhere' },
		{ kind: 'product', id: 'two' },
	] as const)
		await expect(save(name, {})).rejects.toThrow('The shop has no')
	await expect(save(about, { story: ['x'.repeat(600_000)] })).rejects.toThrow('longer than')
})

test('each change tells every server when it commits, and none if it is undone', async () => {
	const listener = new pg.Client({ connectionString: world.testDatabase.logins.jobsUrl })
	await listener.connect()
	try {
		let told = 0
		listener.on('notification', ({ channel }) => {
			if (channel === 'shop_state') told += 1
		})
		await listener.query('listen shop_state')
		await save(cv, { ...original, title: 'Told' })
		await expect.poll(() => told).toBe(1)
		await publish(cv, (await read(cv)).version)
		await expect.poll(() => told).toBe(2)
		await expect(
			world.database.asServer(async (tx) => {
				await saveDraft(tx, about, {
					by: 'Ada',
					version: (await read(about)).version,
					content: { story: ['Undone.'] },
				})
				throw new Error('undone')
			}),
		).rejects.toThrow('undone')
		await publish(cv, await save(cv, original))
		await expect.poll(() => told).toBe(4)
	} finally {
		await listener.end()
	}
})
