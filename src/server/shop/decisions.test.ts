import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { DocumentChanged } from '#server/features/content/document-errors.ts'
import { findDocument, readHistory } from '#server/features/content/document-rows.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { decide, lockProduct, publishDraft, saveDraft } from '#server/features/content/write-documents.ts'
import { beginPlannedPrices } from '#server/features/prices/decided-prices.ts'
import { planCancelling, planPrice } from '#server/features/prices/plan-price.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import type { PlannedAct } from '#server/shop/plan.ts'
import { productDocumentSchema } from '#shared/content/documents.ts'
import { setPrice, yearOfNextJuly } from '#test/set-price.ts'
import { starterWith } from '#test/starter-shop.ts'
import { useWorld } from '#test/world.ts'
import { offer } from './decisions.ts'
import { readProducts } from './products.ts'

const world = await useWorld()

const cv = { kind: 'product', id: '2' } as const
const planner = { kind: 'product', id: '3' } as const
const ada = { by: 'Ada' }
const act = (planned: PlannedAct<null>) => carryOut(world.database, planned, { command: 'set-price', ...ada })

async function read(name: typeof cv | typeof planner) {
	const found = await findDocument(world.database, name)
	if (found === undefined) throw new Error('there is no such document')
	return { ...found, published: z.record(z.string(), z.unknown()).parse(found.published) }
}
const start = async (change: object = {}) =>
	await syncCatalogue(
		world.database,
		starterWith(catalogue.map((one) => (one.id === '2' ? { ...one, ...change } : one))),
	)
const save = async (name: typeof cv | typeof planner, version: number, change: object, by = 'Ada') => {
	const content = { ...(await read(name)).published, ...change }
	return await world.database.asServer((tx) => saveDraft(tx, name, { by, version, content }))
}
const publish = async (name: typeof cv | typeof planner, version: number) =>
	await world.database.asServer((tx) => publishDraft(tx, name, { by: 'Ada', version, claims: [] }))
const onOffer = async (id: string) =>
	(
		await world.database.query(
			sql`select title, description, price_pence from public.products where id = ${id}`,
		)
	)[0]
const changesOf = async (name: typeof cv | typeof planner) =>
	(await readHistory(world.database, name)).map(({ change }) => change)

test('a price does not keep the texts of a document from following the release, nor an edited text the price', async () => {
	await setPrice(world.database, '2', 1699)
	await start({ description: 'New words.', pricePence: 1599 })
	expect(await onOffer('2')).toMatchObject({ description: 'New words.', price_pence: 1699 })
	expect(await read(cv)).toMatchObject({ is_edited: false, published: { pricePence: 1599 } })

	const { version } = await read(cv)
	await publish(cv, await save(cv, version, { title: 'Ada’s CV Guide' }))
	expect(await onOffer('2')).toMatchObject({ title: 'Ada’s CV Guide', price_pence: 1699 })
	await setPrice(world.database, '2', 1799)
	await start({ description: 'Newer words.', pricePence: 1999 })
	expect(await onOffer('2')).toMatchObject({ title: 'Ada’s CV Guide', price_pence: 1799 })
	expect(await read(cv)).toMatchObject({
		is_edited: true,
		is_offered: true,
		published: { description: 'New words.', pricePence: 1999 },
	})
	expect((await readProducts(world.database)).find(({ id }) => id === '2')).toMatchObject({
		title: 'Ada’s CV Guide',
		pricePence: 1799,
	})
})

test('a price that is set while somebody edits a document neither refuses nor hides their work', async () => {
	const { version } = await read(planner)
	await setPrice(world.database, '3', 650)
	const saved = await save(planner, version, { title: 'Planner, Second Draft' })
	await setPrice(world.database, '3', 660)
	// Whoever has not read the draft is told, however often the price has changed since.
	const late = await save(planner, version, { title: 'By Bea' }, 'Bea').catch((error: unknown) => error)
	expect(late).toBeInstanceOf(DocumentChanged)
	await publish(planner, saved)
	expect(await onOffer('3')).toMatchObject({ title: 'Planner, Second Draft', price_pence: 660 })
	expect((await changesOf(planner)).slice(0, 4)).toEqual(['published', 'price set', 'saved', 'price set'])
	await expect(save(planner, saved + 99, {})).rejects.toBeInstanceOf(DocumentChanged)
})

test('of six who set a price that they planned in one state, one does and the others are told', async () => {
	const plans = await Promise.all(
		Array.from({ length: 6 }, (_, index) =>
			planPrice(world, { product: '3', price_pence: 700 + index }, ada),
		),
	)
	const before = (await changesOf(planner)).length
	const acts = await Promise.allSettled(plans.map(act))
	expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	expect((await changesOf(planner)).length).toBe(before + 1)
	const [latest] = await readHistory(world.database, planner)
	expect(await onOffer('3')).toMatchObject({ price_pence: latest?.decisions.price?.pence })
})

test('of six who cancel a planned price at the same moment, one does', async () => {
	await act(
		await planPrice(world, { product: '3', price_pence: 450, from: `${yearOfNextJuly()}-07-01T09:00` }, ada),
	)
	const plans = await Promise.all(
		Array.from({ length: 6 }, () => planCancelling(world, { product: '3' }, ada)),
	)
	const acts = await Promise.allSettled(plans.map(act))
	expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	expect(await changesOf(planner)).toContain('planned price cancelled')
})

test('a planned price begins once, although two servers see its time come at the same moment', async () => {
	const other = openDatabase({ ...world.testDatabase.logins, onError: () => {} })
	try {
		await world.database.asServer(async (tx) => {
			await lockProduct(tx, '3')
			const plannedPrice = { pence: 499, from: new Date(Date.now() - 1_000).toISOString(), by: 'Bea' }
			await decide(tx, '3', { by: 'Bea', change: 'price planned', decided: { plannedPrice } })
		})
		const servers = [world.database, other, world.database, other, world.database, other]
		await Promise.all(servers.map((server) => beginPlannedPrices(server)))
		expect(await onOffer('3')).toMatchObject({ price_pence: 499 })
		const [latest, planned] = await readHistory(world.database, planner)
		expect(latest).toMatchObject({ change: 'planned price begun', by: 'Bea', content: null })
		expect(planned).toMatchObject({ change: 'price planned' })
		expect(latest?.decisions).toMatchObject({ price: { pence: 499 }, formerPrices: expect.anything() })
		expect(latest?.decisions.plannedPrice).toBeUndefined()
	} finally {
		await other.close()
	}
})

test('each decision is in the history of its document, and one that is undone leaves none', async () => {
	const before = await changesOf(cv)
	const undone = world.database.asServer(async (tx) => {
		await lockProduct(tx, '2')
		await decide(tx, '2', {
			by: 'Ada',
			change: 'released',
			decided: {
				release: { fileName: 'CV.pdf', date: '2026-11-27', by: 'Ada', at: new Date().toISOString() },
			},
		})
		throw new Error('undone')
	})
	await expect(undone).rejects.toThrow('undone')
	expect(await changesOf(cv)).toEqual(before)
	await expect(
		world.database.asServer((tx) => decide(tx, '404', { by: 'Ada', change: 'price set', decided: {} })),
	).rejects.toThrow('The shop has no product called 404')
})

test('what screen readers find is said only of the file in which it was read', async () => {
	const documents = await readStarterShop()
	const found = documents.find(({ kind, id }) => kind === 'product' && id === '2')
	const document = productDocumentSchema.parse(found?.content)
	const edition = { file: 'CV.zip', sha256: 'a', date: '2027-01-02', changes: 'New.', tells: false }
	expect(offer(document, {}).previewContent.access).toContain('tags')
	expect(offer(document, { edition }).previewContent).not.toHaveProperty('access')
	expect(offer(document, { edition: { ...edition, file: 'Other.zip' } }).previewContent.access).toContain(
		'tags',
	)
})
