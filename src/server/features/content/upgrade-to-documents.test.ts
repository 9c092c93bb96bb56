import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { beginPlannedPrices } from '#server/features/prices/decided-prices.ts'
import { planCancelling, planPrice } from '#server/features/prices/plan-price.ts'
import { readProduct } from '#server/features/products/read-product.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { listMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { otherFilesOf } from '#server/shop/files/product-files.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import type { PlannedAct } from '#server/shop/plan.ts'
import { readProducts } from '#server/shop/products.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { readHistory } from './document-rows.ts'
import { syncCatalogue } from './sync-catalogue.ts'
import { decide, lockProduct } from './write-documents.ts'

const migrations = await listMigrations()
const before = migrations[migrations.indexOf('1795800000000_documents') - 1]
const starter = await readStarterShop()
const ada = { by: 'Ada', reason: undefined }

// What a server of the release before does, which knows nothing of documents: at every start, and every ten seconds.
const ownerPrices = sql`
	select distinct on (catalogue_id) catalogue_id, price_pence from shop.owner_prices
	where cancelled_at is null and starts_at <= now() order by catalogue_id, starts_at desc, set_at desc`
const ownerReleases = sql`select catalogue_id, file_name, edition from shop.releases where taken_back_at is null`
const ownerEditions = sql`
	select * from (
		select distinct on (catalogue_id) catalogue_id, file_name, edition, of_catalogue from shop.editions
		where published_at is not null and ended_at is null order by catalogue_id, published_at desc
	) newest where not of_catalogue`
const applyFormerPrices = sql`
	update public.products p set price_pence = o.price_pence from (${ownerPrices}) o
	where p.id = o.catalogue_id and not p.is_free and p.price_pence <> o.price_pence`

/** Publishes an edition as servers did when editions had no documents. */
const newEdition = sql`
	insert into shop.editions (
		catalogue_id, file_name, sha256, size, content_type, uploaded_by, edition, changes, published_by, published_at,
		former_name, former_sha256
	) values (
		'1', 'StudentGuide.pdf', repeat('0', 64), 1, 'application/pdf', 'Ada', '2026-11-26', 'New figures.', 'Ada', now(),
		'StudentGuide-0-2026-11-22.pdf', repeat('1', 64)
	)`

async function startFormerServer(database: Database): Promise<void> {
	const rows = catalogue.map((product) => ({
		id: product.id,
		product_id: product.stripeProductId ?? product.id,
		slug: product.slug,
		title: product.title,
		description: product.description,
		category: product.category,
		price_pence: product.pricePence,
		currency: product.currency,
		is_free: product.isFree,
		coming_soon: product.comingSoon,
		file_name: product.pdfFileName,
		other_files: otherFilesOf(product),
		edition: product.edition?.date ?? null,
	}))
	await database.query(sql`
		insert into public.products
			(id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, file_name, other_files, edition)
		select r.id, product_id, slug, title, description, category,
			case when is_free or (r.price_pence is null and l.catalogue_id is null) then null else coalesce(o.price_pence, r.price_pence) end,
			currency, is_free, coming_soon and l.catalogue_id is null, coalesce(r.file_name, l.file_name), other_files,
			coalesce(e.edition, r.edition, l.edition)
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
			id text, product_id text, slug text, title text, description text, category text,
			price_pence integer, currency text, is_free boolean, coming_soon boolean, file_name text, other_files text[], edition text
		) left join (${ownerPrices}) o on o.catalogue_id = r.id
			left join (${ownerReleases}) l on l.catalogue_id = r.id and r.coming_soon
			left join (${ownerEditions}) e on e.catalogue_id = r.id and e.file_name = coalesce(r.file_name, l.file_name)
		on conflict (id) do update set
			price_pence = excluded.price_pence, is_free = excluded.is_free, coming_soon = excluded.coming_soon,
			file_name = excluded.file_name, other_files = excluded.other_files, edition = excluded.edition`)
}

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let database: Database
beforeAll(async () => {
	empty = await createEmptyDatabase(inject('databaseUrl'))
	database = openDatabase({ ...(await migrate(before)), onError: () => {} })
	await startFormerServer(database)
	await database.query(sql`
		insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by)
		values ('2', 1399, now() - interval '2 days', 'Bea'), ('2', 1299, now() - interval '1 day', 'Ada'),
			('3', 799, now() + interval '1 day', 'Ada'), ('5', 499, now(), 'Ada'), ('6', 999, now(), 'Ada')`)
	await database.query(sql`
		insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by, cancelled_by, cancelled_at)
		values ('2', 1199, now() + interval '1 day', 'Ada', 'Bea', now())`)
	await database.query(sql`
		insert into shop.releases (catalogue_id, file_name, edition, released_by, taken_back_by, taken_back_at)
		values ('5', 'Study.pdf', '2026-11-25', 'Ada', null, null), ('6', 'Interview.zip', '2026-11-25', 'Ada', 'Bea', now())`)
	await database.query(
		sql`update shop.owner_prices set cancelled_by = 'Bea', cancelled_at = now() where catalogue_id = '6'`,
	)
	await database.query(newEdition)
	await startFormerServer(database)
})
afterAll(async () => {
	await database.close()
	await empty.drop()
})

async function migrate(upTo?: string, { ownerUrl }: { ownerUrl: string } = empty) {
	return await migrateDatabase({
		ownerUrl,
		apiUrl: undefined,
		jobsUrl: undefined,
		log: () => {},
		...(upTo === undefined ? {} : { upTo }),
	})
}
const products = async () =>
	await database.query(sql`
		select id, product_id, slug, title, description, category, price_pence, is_free, coming_soon, file_name, other_files, edition, withdrawn
		from public.products order by id`)
const offered = async (id: string) => (await readProducts(database)).find((product) => product.id === id)
/** Starts a server of this release, then one of the release before, and this one again. Returns whether nothing changed. */
async function survivesBoth(): Promise<boolean> {
	await syncCatalogue(database, starter)
	const now = JSON.stringify(await products())
	await startFormerServer(database)
	await database.query(applyFormerPrices)
	const then = JSON.stringify(await products())
	await syncCatalogue(database, starter)
	return now === then && now === JSON.stringify(await products())
}

test('an upgrade to documents keeps the prices, releases and editions that owners have set', async () => {
	const kept = await products()
	expect(kept).toContainEqual(expect.objectContaining({ id: '2', price_pence: 1299 }))
	expect(kept).toContainEqual(expect.objectContaining({ id: '5', coming_soon: false, price_pence: 499 }))
	expect(kept).toContainEqual(expect.objectContaining({ id: '1', edition: '2026-11-26' }))

	await migrate()
	await syncCatalogue(database, starter)
	expect(await products()).toEqual(kept)
	expect(await offered('5')).toMatchObject({
		comingSoon: false,
		releasedByOwner: true,
		pdfFileName: 'Study.pdf',
		pricePence: 499,
		edition: { date: '2026-11-25' },
	})
	expect(await offered('6')).toMatchObject({ comingSoon: true, pricePence: null })
	expect(await offered('2')).toMatchObject({ pricePence: 1299 })
	expect(await offered('1')).toMatchObject({ ownerEdition: { date: '2026-11-26', changes: 'New figures.' } })
	expect(await readProduct(database, '2')).toMatchObject({
		catalogue_price_pence: 1499,
		prices: [
			{ price_pence: 1199, by: 'Ada', cancelled_by: 'Bea' },
			{ price_pence: 1299, by: 'Ada', cancelled_by: null },
			{ price_pence: 1399, by: 'Bea', cancelled_by: null },
		],
	})
	expect(await readProduct(database, '3')).toMatchObject({ planned: { price_pence: 799, by: 'Ada' } })
	expect(await readProduct(database, '5')).toMatchObject({ released: { by: 'Ada' } })
	const [edited] = await database.query(
		sql`select count(*)::integer as documents from shop.documents where published is distinct from of_release`,
	)
	expect(edited).toEqual({ documents: 0 })
	expect(await survivesBoth()).toBe(true)
})

test('servers of the release before go by what this release decides', async () => {
	const act = async (plan: Promise<PlannedAct<null>>) =>
		await carryOut(database, await plan, { command: 'set-price', ...ada })
	await act(planCancelling({ database }, { product: '3' }, ada))
	await act(planPrice({ database }, { product: '2', price_pence: 1599 }, ada))
	const planned = { product: '2', price_pence: 1099, from: `${yearOfNextJuly()}-07-01T09:00` }
	await act(planPrice({ database }, planned, ada))
	await act(planCancelling({ database }, { product: '2' }, ada))
	await act(planPrice({ database }, planned, ada))
	const rows = await database.query(sql`
		select catalogue_id as id, price_pence, cancelled_by from shop.owner_prices
		where catalogue_id in ('2', '3') order by catalogue_id, starts_at desc, cancelled_by`)
	expect(rows).toEqual([
		{ id: '2', price_pence: 1099, cancelled_by: 'Ada' },
		{ id: '2', price_pence: 1099, cancelled_by: null },
		{ id: '2', price_pence: 1199, cancelled_by: 'Bea' },
		{ id: '2', price_pence: 1599, cancelled_by: null },
		{ id: '2', price_pence: 1299, cancelled_by: null },
		{ id: '2', price_pence: 1399, cancelled_by: null },
		{ id: '3', price_pence: 799, cancelled_by: 'Ada' },
	])
	const release = { fileName: 'Interview.zip', date: '2026-11-27', by: 'Ada', at: '2026-11-27T12:00:00.000Z' }
	await database.asServer(async (tx) => {
		await lockProduct(tx, '5')
		await decide(tx, '5', {
			...ada,
			change: 'release taken back',
			decided: { release: undefined, price: undefined },
		})
		await lockProduct(tx, '6')
		const price = { pence: 899, from: release.at, by: 'Ada' }
		await decide(tx, '6', { ...ada, change: 'released', decided: { release, price } })
	})
	const releases = await database.query(
		sql`select catalogue_id as id, edition, released_by from shop.releases where taken_back_at is null`,
	)
	expect(releases).toEqual([{ id: '6', edition: '2026-11-27', released_by: 'Ada' }])
	expect(await survivesBoth()).toBe(true)
	expect(await offered('6')).toMatchObject({
		comingSoon: false,
		pricePence: 899,
		pdfFileName: 'Interview.zip',
	})
})

test('what servers of the release before decide becomes part of the documents', async () => {
	await database.query(sql`
		insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by)
		values ('2', 1799, now(), 'Bea'), ('3', 699, now() + interval '1 day', 'Bea')`)
	await database.query(applyFormerPrices)
	await database.query(sql`
		update shop.owner_prices set cancelled_by = 'Bea', cancelled_at = now() where catalogue_id = '2' and price_pence = 1099`)
	await database.query(sql`
		update shop.releases set taken_back_by = 'Bea', taken_back_at = now() where catalogue_id = '6' and taken_back_at is null`)
	await database.query(
		sql`insert into shop.releases (catalogue_id, file_name, edition, released_by) values ('4', 'Money.pdf', '2026-11-27', 'Bea')`,
	)
	await database.query(sql`
		insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by) values ('4', 599, now(), 'Bea')`)
	await database.query(
		sql`update shop.editions set ended_by = 'Bea', ended_at = now() where catalogue_id = '1'`,
	)
	expect(await offered('2')).toMatchObject({ pricePence: 1799 })
	expect(await readProduct(database, '2')).toMatchObject({ planned: null, price_pence: 1799 })
	expect(await offered('6')).toMatchObject({ comingSoon: true })
	expect(await offered('4')).toMatchObject({ comingSoon: false, pricePence: 599, pdfFileName: 'Money.pdf' })
	expect(await offered('1')).toMatchObject({ ownerEdition: null })
	expect((await readHistory(database, { kind: 'product', id: '1' }))[0]).toMatchObject({
		change: 'decided in the release before',
		decisions: {},
	})
	expect(await readProduct(database, '3')).toMatchObject({ planned: { price_pence: 699, by: 'Bea' } })
	// A day passes: its time comes on a server of the release before, and then on one of this release.
	await runStatement(
		empty.superuserUrl,
		`set session_replication_role = replica;
		update shop.owner_prices set starts_at = now() where catalogue_id = '3' and price_pence = 699;
		update shop.documents set decisions = jsonb_set(decisions, '{plannedPrice,from}', to_jsonb(now())) where id = '3'`,
	)
	await database.query(applyFormerPrices)
	await beginPlannedPrices(database)
	expect(await offered('3')).toMatchObject({ pricePence: 699 })
	expect(await survivesBoth()).toBe(true)
})

test.each([
	'1795372000000_prices-of-owners',
	'1795392000000_editions-of-owners',
	'1795500000000_releases-of-owners',
	'1795706000000_names-of-uploads',
	'1795800000000_documents',
])('a shop whose newest migration is %s keeps what its owners have decided', async (state) => {
	const former = await createEmptyDatabase(inject('databaseUrl'))
	const upgraded = openDatabase({ ...(await migrate(state, former)), onError: () => {} })
	const has = (name: string) => migrations.indexOf(name) <= migrations.indexOf(state)
	try {
		if (has('1795800000000_documents'))
			await upgraded.query(sql`
				insert into shop.documents (kind, id, version, published, published_as, of_release)
				select kind, id, 1, content, gen_random_uuid(), content
				from jsonb_to_recordset(${JSON.stringify(starter)}::jsonb) d (kind text, id text, content jsonb)`)
		await upgraded.query(sql`
			insert into public.products (id, product_id, slug, title, description, category, currency, is_free, coming_soon, file_name, edition)
			select id, id, id, id, id, 'Career', 'GBP', id = '1', true, null, null from unnest(array['1', '2', '5']) guide (id)
			on conflict do nothing`)
		await upgraded.query(sql`
			insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by)
			values ('2', 1299, now(), 'Ada'), ('2', 999, now() + interval '1 day', 'Ada')`)
		if (has('1795392000000_editions-of-owners')) await upgraded.query(newEdition)
		if (has('1795500000000_releases-of-owners')) {
			await upgraded.query(
				sql`insert into shop.releases (catalogue_id, file_name, edition, released_by) values ('5', 'Study.pdf', '2026-11-25', 'Ada')`,
			)
			await upgraded.query(
				sql`insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by) values ('5', 499, now(), 'Ada')`,
			)
		}
		await migrate(undefined, former)
		await syncCatalogue(upgraded, starter)
		const now = await readProducts(upgraded)
		const shown = (id: string) => now.find((product) => product.id === id)
		expect(shown('2')).toMatchObject({ pricePence: 1299 })
		expect(await readProduct(upgraded, '2')).toMatchObject({
			price_pence: 1299,
			planned: { price_pence: 999 },
		})
		expect(shown('1')?.ownerEdition?.date).toBe(
			has('1795392000000_editions-of-owners') ? '2026-11-26' : undefined,
		)
		expect(shown('5')).toMatchObject(
			has('1795500000000_releases-of-owners')
				? { comingSoon: false, pdfFileName: 'Study.pdf', pricePence: 499, releasedByOwner: true }
				: { comingSoon: true },
		)
	} finally {
		await upgraded.close()
		await former.drop()
	}
})
