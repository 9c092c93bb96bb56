import { beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { about as aboutPage } from '#catalogue/pages/about.ts'
import { site as siteWords } from '#catalogue/site.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ShopDocument } from '#shared/content/documents.ts'
import { createTestDatabase } from '#test/database.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { starterWith } from '#test/starter-shop.ts'
import { useWorld } from '#test/world.ts'
import { findDocument, readHistory } from './document-rows.ts'
import { readPublishedTexts } from './published-texts.ts'
import { syncCatalogue } from './sync-catalogue.ts'
import { publishDraft, refuseRelease, saveDraft, takeRelease } from './write-documents.ts'

const starter = await readStarterShop()
const world = await useWorld()

const cv = { kind: 'product', id: '2' } as const
const contentSchema = z.record(z.string(), z.unknown())
const read = async () => {
	const found = await findDocument(world.database, cv)
	if (found === undefined) throw new Error('there is no such document')
	return { ...found, published: contentSchema.parse(found.published) }
}
const start = async (documents: readonly ShopDocument[] = starter) =>
	await syncCatalogue(world.database, documents)
/** The documents of a release that says something else of the CV guide. */
const release = (change: object) =>
	starterWith(catalogue.map((one) => (one.id === '2' ? { ...one, ...change } : one)))
const edit = async (change: object) => {
	const { version, published } = await read()
	await world.database.asServer(async (tx) => {
		const saved = await saveDraft(tx, cv, { by: 'Ada', version, content: { ...published, ...change } })
		await publishDraft(tx, cv, { by: 'Ada', version: saved, claims: [] })
	})
}
const onOffer = async () => {
	const [row] = await world.database.query(
		sql`select title, description, edition, withdrawn from public.products where id = '2'`,
	)
	return row
}

beforeEach(async () => {
	// As nobody has edited it, it follows the release again.
	await world.database.query(sql`
		update shop.documents set draft = null, published = of_release, published_as = gen_random_uuid(), is_offered = false where kind = 'product' and id = '2'`)
	await start()
})

test('six servers that start together load the shop once, and a later start changes nothing', async () => {
	const fresh = await createTestDatabase(inject('databaseUrl'))
	const database = openDatabase({ ...fresh.logins, onError: () => {} })
	const startSix = async (documents: readonly ShopDocument[]) =>
		await Promise.all(Array.from({ length: 6 }, () => syncCatalogue(database, documents)))
	const versions = async () =>
		await database.query(
			sql`select kind, id, version from shop.document_versions order by version, kind, id`,
			z.object({ kind: z.string(), id: z.string(), version: z.int() }),
		)
	try {
		await startSix(starter)
		expect((await versions()).map(({ version }) => version)).toEqual(starter.map(() => 1))
		await startSix(release({ title: 'CV Secrets, Revised' }))
		expect((await versions()).slice(starter.length)).toEqual([{ ...cv, version: 2 }])
		const [count] = await database.query(
			sql`select count(*)::integer as products from public.products where not withdrawn`,
		)
		expect(count).toEqual({ products: catalogue.length })
	} finally {
		await database.close()
		await fresh.drop()
	}
})

test('a document that nobody has edited follows the release', async () => {
	const { version } = await read()
	await start(release({ title: 'CV Secrets, Revised' }))
	expect(await read()).toMatchObject({
		version: version + 1,
		published: { title: 'CV Secrets, Revised' },
		is_edited: false,
	})
	expect(await onOffer()).toMatchObject({ title: 'CV Secrets, Revised' })
	expect((await readHistory(world.database, cv))[0]).toMatchObject({
		change: 'from the release',
		by: 'the release',
	})
})

test('a document that an owner has edited stays, and the release is offered until it is taken or refused', async () => {
	await edit({ title: 'Ada’s CV Guide' })
	await start(release({ description: 'New words.' }))
	const offered = await read()
	expect(offered).toMatchObject({
		published: { title: 'Ada’s CV Guide' },
		of_release: { description: 'New words.' },
		is_offered: true,
		is_edited: true,
	})
	expect(await onOffer()).toMatchObject({ title: 'Ada’s CV Guide' })

	const { version } = offered
	await world.database.asServer((tx) => refuseRelease(tx, cv, { by: 'Ada', version }))
	await start(release({ description: 'New words.' }))
	expect(await read()).toMatchObject({
		version: version + 1,
		is_offered: false,
		published: { title: 'Ada’s CV Guide' },
	})

	await start(release({ description: 'Newer words.' }))
	const again = await read()
	expect(again.is_offered).toBe(true)
	await world.database.asServer((tx) => takeRelease(tx, cv, { by: 'Ada', version: again.version }))
	expect(await onOffer()).toMatchObject({ title: 'CV Secrets No One Tells You', description: 'Newer words.' })
	await start(release({ description: 'Newest words.' }))
	expect(await onOffer()).toMatchObject({ description: 'Newest words.' })
	const changes = (await readHistory(world.database, cv)).map(({ change }) => change)
	expect(changes.slice(0, 5)).toEqual([
		...[
			'from the release',
			'release taken',
			'offered by the release',
			'release refused',
			'offered by the release',
		],
	])
})

test('a draft alone keeps a document from following, and taking the release drops it', async () => {
	const { version, published } = await read()
	await world.database.asServer((tx) =>
		saveDraft(tx, cv, { by: 'Ada', version, content: { ...published, title: 'Half' } }),
	)
	await start(release({ title: 'CV Secrets, Revised' }))
	const { version: next, ...rest } = await read()
	expect(rest).toMatchObject({
		draft: { title: 'Half' },
		published: { title: published.title },
		is_offered: true,
	})
	await world.database.asServer((tx) => takeRelease(tx, cv, { by: 'Ada', version: next }))
	expect(await read()).toMatchObject({ draft: null, published: { title: 'CV Secrets, Revised' } })
})

test('what an owner can’t change in a document follows the release even if the texts are the owner’s', async () => {
	await edit({ title: 'Ada’s CV Guide' })
	const edition = { date: '2027-03-01', changes: 'New figures.' }
	const earlier = { date: '2026-11-22', changes: 'Second edition.', file: 'CV-2026-11-22.zip' }
	await start(release({ edition, earlierEditions: [earlier], pricePence: 1599 }))
	expect(await read()).toMatchObject({
		published: { title: 'Ada’s CV Guide', edition, earlierEditions: [earlier], pricePence: 1599 },
		is_offered: false,
	})
	expect(await onOffer()).toMatchObject({ title: 'Ada’s CV Guide', edition: '2027-03-01' })
})

test('an edited document that a newer schema no longer allows gives way, and stays as the draft', async () => {
	await edit({ title: 'Ada’s CV Guide' })
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = published || '{"title": ""}' where kind = 'product' and id = '2'`)
	await start()
	expect(await read()).toMatchObject({
		draft: { title: '' },
		published: { title: 'CV Secrets No One Tells You' },
	})
})

test('an edited product that the release brings out is out, with the release’s page and the owner’s words', async () => {
	const soon = { kind: 'product', id: '5' } as const
	const before = await findDocument(world.database, soon)
	const words = { ...contentSchema.parse(before?.published), description: 'Ada’s words.' }
	await world.database.asServer(async (tx) => {
		const saved = await saveDraft(tx, soon, { by: 'Ada', version: before?.version ?? 0, content: words })
		await publishDraft(tx, soon, { by: 'Ada', version: saved, claims: [] })
	})
	const [{ content: cvContent } = { content: {} }] = starter.filter((one) => one.id === '2')
	const { page, gallery } = Object.assign({ page: null, gallery: [] }, cvContent)
	const out = starterWith(
		catalogue.map((one) => (one.id === '5' ? { ...one, comingSoon: false, pricePence: 999 } : one)),
	).map((one) =>
		one.id === '5' ? { ...one, content: Object.assign({}, one.content, { page, gallery }) } : one,
	)
	await start(out)
	expect(await findDocument(world.database, soon)).toMatchObject({
		published: {
			description: 'Ada’s words.',
			comingSoon: false,
			pricePence: 999,
			page: { title: expect.anything() },
			gallery,
		},
		is_edited: true,
	})
	await world.database.query(sql`
		update shop.documents set published_as = gen_random_uuid(), published = of_release where kind = 'product' and id = '5'`)
	await start()
})

test('a product that leaves the repository is withdrawn, unless an owner has edited it', async () => {
	const without = starter.filter(({ kind, id }) => kind !== 'product' || id !== '2')
	await start(without)
	expect(await onOffer()).toMatchObject({ withdrawn: true })
	await start()
	expect(await onOffer()).toMatchObject({ withdrawn: false })
	await edit({ title: 'Ada’s CV Guide' })
	await start(without)
	expect(await onOffer()).toMatchObject({ withdrawn: false, title: 'Ada’s CV Guide' })
	await start()
})

test('a release whose product has a title that an owner uses is only offered, and the shop starts', async () => {
	await edit({ title: 'Ada’s CV Guide' })
	const [, , planner] = catalogue
	await start(
		starterWith(catalogue.map((one) => (one === planner ? { ...one, title: 'Ada’s CV Guide' } : one))),
	)
	const document = await findDocument(world.database, { kind: 'product', id: '3' })
	expect(document).toMatchObject({ is_offered: true, published: { title: 'Student Budget Planner' } })
	const taken = world.database.asServer((tx) =>
		takeRelease(tx, { kind: 'product', id: '3' }, { by: 'Ada', version: document?.version ?? 0 }),
	)
	await expect(taken).rejects.toMatchObject({ faults: [{ path: 'title' }] })
})

test('an edited page gets the fields that a release adds, also if a server of the release before publishes it later', async () => {
	const about = { kind: 'page', id: 'about' } as const
	const story = ['Mine.']
	const write = async (change: string) =>
		await runAsSuperuser(world, `update shop.documents set ${change} where id = 'about'`)
	const formerly = `'{"story": ["Mine."]}'`
	await write(
		`published = ${formerly}, draft = '{"story": ["Drafted."]}', of_release = '{"story": ["Theirs."]}'`,
	)
	await start(starter)
	expect(await findDocument(world.database, about)).toMatchObject({
		published: { ...aboutPage, story },
		draft: { ...aboutPage, story: ['Drafted.'] },
		of_release: aboutPage,
		is_edited: true,
	})
	await write(`published = ${formerly}, draft = null`)
	expect((await readPublishedTexts(world.database)).pages.about).toEqual({ ...aboutPage, story })
	await start(starter)
	expect(await findDocument(world.database, about)).toMatchObject({ published: { ...aboutPage, story } })
})

test('servers of this release show their words after one of the release before has started again, and nothing of a later one', async () => {
	const { openGraph, ...added } = siteWords
	const former = JSON.stringify({ openGraph })
	await runAsSuperuser(
		world,
		`update shop.documents set published = '${former}', of_release = '${former}' where kind = 'site'`,
	)
	await runAsSuperuser(
		world,
		`insert into shop.documents (kind, id, version, published, published_as) values ('page', 'later', 1, '{}', gen_random_uuid())`,
	)
	try {
		const { pages, site } = await readPublishedTexts(world.database)
		expect(site).toEqual({ openGraph, ...added })
		expect(Object.keys(pages)).not.toContain('later')
	} finally {
		await runAsSuperuser(world, `delete from shop.documents where id = 'later'`)
	}
	await start(starter)
	const found = await findDocument(world.database, { kind: 'site', id: 'site' })
	expect(found).toMatchObject({ published: siteWords, is_edited: false })
})

test('a release with a faulty document does not start', async () => {
	await expect(
		start(starter.map((one) => (one.id === 'about' ? { ...one, content: {} } : one))),
	).rejects.toThrow(/page about .* faults: .*story is missing/)
})
