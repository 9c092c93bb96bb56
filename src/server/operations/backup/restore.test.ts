import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { storePicture } from '#server/features/media/store-picture.ts'
import { planResume } from '#server/features/upkeep/plan-resume.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { findQuarantine } from '#server/shop/live-site.ts'
import { createShopToBackUp, emptyDatabase } from '#test/backups.ts'
import { contentOf, waitingJobs } from '#test/database-content.ts'
import { drawnPicture } from '#test/pictures.ts'
import { runStatement } from '#test/run-statement.ts'

const { world, placeIn, sealedPlace, backUp, restore, close } = await createShopToBackUp()
afterAll(close)

test('a restore into an empty database brings back every row, file and waiting job, and quarantines the shop', async () => {
	const { place } = placeIn('plain')
	const manifest = await backUp(place)
	const database = await emptyDatabase()
	const { files, said } = await restore(place, manifest, database)

	const before = await contentOf(world.testDatabase.superuserUrl)
	expect(await contentOf(database.superuserUrl)).toEqual(before)
	expect(before.rows.purchases).toHaveLength(1)
	expect(JSON.stringify(before.rows)).toContain('drop table x')
	const jobs = await waitingJobs(world.testDatabase.superuserUrl)
	expect(jobs.length).toBeGreaterThan(0)
	expect(manifest.jobs).toBe(jobs.length)
	expect(await waitingJobs(database.superuserUrl)).toEqual(jobs)
	expect(manifest.files).toHaveLength(3)
	for (const { storedName, bytes } of manifest.files) expect((await files.open(storedName))?.size).toBe(bytes)
	expect(said.join('\n')).toMatch(/public\.purchases: 1 row\n/)
	expect(
		await runStatement(database.superuserUrl, 'select site_url, restored_from from shop.live_site'),
	).toEqual([{ site_url: 'https://shop.example', restored_from: new Date(manifest.madeAt) }])
	const [number] = await runStatement(
		database.superuserUrl,
		`select nextval(pg_get_serial_sequence('auth.refresh_tokens', 'id')) - max(id) as gap from auth.refresh_tokens`,
	)
	expect(Number(number?.gap)).toBeGreaterThan(1_000)
})

test('an encrypted backup cannot be read or restored without its passphrase', async () => {
	const passphrase = 'four quiet harbours'
	const { place, path } = await sealedPlace('sealed', passphrase)
	const manifest = await backUp(place, { passphrase })
	const stored = await Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'latin1')))
	// These texts are too long to occur in encrypted bytes by chance.
	expect(stored.join('')).not.toMatch(/%PDF A guide|student\.test/)
	const database = await emptyDatabase()
	await expect(restore(place, manifest, database)).rejects.toThrow('Set BACKUP_PASSPHRASE')
	await expect(restore(place, manifest, database, 'another passphrase')).rejects.toThrow(
		/passphrase .* doesn’t open/,
	)
	await restore(place, manifest, database, passphrase)
	expect(await contentOf(database.superuserUrl)).toEqual(await contentOf(world.testDatabase.superuserUrl))
})

test('a rehearsal restored from its backup is still a rehearsal', async () => {
	const { place } = placeIn('rehearsal')
	const manifest = await backUp(place, { isRehearsal: true })
	const database = await emptyDatabase()
	await restore(place, manifest, database)
	expect(await runStatement(database.superuserUrl, 'select is_rehearsal from shop.live_site')).toEqual([
		{ is_rehearsal: true },
	])
})

test('the quarantine cannot be ended after an unfinished restore', async () => {
	const { place } = placeIn('half')
	const manifest = await backUp(place)
	const database = await emptyDatabase()
	const [table, ...tables] = manifest.tables
	if (table === undefined) throw new Error('the backup has no tables')
	const wrong = { ...manifest, tables: [{ ...table, rows: table.rows + 1 }, ...tables] }
	await expect(restore(place, wrong, database)).rejects.toThrow(/could be loaded/)
	const { jobsUrl } = await migrateDatabase({
		...database,
		apiUrl: undefined,
		jobsUrl: undefined,
		log: () => {},
	})
	const opened = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	onTestFinished(() => opened.close())
	const { payments, clock } = world
	const site = { siteUrl: 'https://shop.example', isRehearsal: false }
	await expect(planResume({ database: opened, payments, clock, ...site }, 'Ada')).rejects.toThrow(
		/^Not resumed: .* did not finish.* Restore the backup again/,
	)
	expect((await findQuarantine(opened, site))?.mayEnd).toBe(false)
})

test('a restore changes nothing if the backup is damaged, incomplete or unknown, or if the database is in use', async () => {
	const { place, path } = placeIn('damaged')
	const manifest = await backUp(place)
	const database = await emptyDatabase()
	const rowsFile = join(path, manifest.rows.name)
	const rows = await readFile(rowsFile)

	await writeFile(rowsFile, rows.subarray(0, -1))
	await expect(restore(place, manifest, database)).rejects.toThrow(/is damaged/)
	await rm(rowsFile)
	await expect(restore(place, manifest, database)).rejects.toThrow(/is missing from the backup/)
	await writeFile(rowsFile, rows)
	const newer = { ...manifest, migrations: [...manifest.migrations, '2795300000000_from-the-future'] }
	await expect(restore(place, newer, database)).rejects.toThrow(/another version of the shop/)
	const tables = () =>
		runStatement(
			database.superuserUrl,
			"select tablename from pg_tables where schemaname in ('public', 'shop')",
		)
	expect(await tables()).toEqual([])

	await runStatement(database.ownerUrl, 'create table public.notes (note text)')
	await expect(restore(place, manifest, database)).rejects.toThrow('it has the table public.notes')
	expect(await tables()).toEqual([{ tablename: 'notes' }])
})

test('a backup of an older version is migrated when it is restored, and the shop is quarantined', async () => {
	const { ownerUrl, superuserUrl } = await emptyDatabase()
	const upTo = '1795300770000_edition-notices'
	const logins = await migrateDatabase({
		ownerUrl,
		apiUrl: undefined,
		jobsUrl: undefined,
		upTo,
		log: () => {},
	})
	await runStatement(
		superuserUrl,
		`insert into public.products (id, product_id, slug, title, description, category, currency, is_free, coming_soon)
		values ('1', 'old', 'old', 'An old guide', 'Old', 'career', 'GBP', true, false)`,
	)
	const { place } = placeIn('old')
	const manifest = await backUp(place, { database: { ownerUrl, jobsUrl: logins.jobsUrl } })
	const database = await emptyDatabase()
	await restore(place, manifest, database)
	expect(
		await runStatement(
			database.superuserUrl,
			'select title, restored_from, isfinite(restored_at) as is_complete from public.products, shop.live_site',
		),
	).toEqual([{ title: 'An old guide', restored_from: new Date(manifest.madeAt), is_complete: true }])
})

test('an uploaded picture is in the backup with every file, and restored', async () => {
	const picture = await storePicture(
		world,
		{ bytes: drawnPicture(400, 300).encodeSync('png'), alt: 'Two halves', by: 'Ada' },
		(execute) => world.database.asServer(async (tx) => (await execute(tx, '')).answer),
	)
	const { place } = placeIn('pictures')
	const manifest = await backUp(place)
	const database = await emptyDatabase()
	const { files, missing } = await restore(place, manifest, database)
	expect(missing).toEqual([])
	const stored = (await world.files.list('')).filter((name) => name.includes(picture.id))
	expect(stored).toHaveLength(4)
	expect(await files.list('')).toEqual(expect.arrayContaining(stored))
	expect(await runStatement(database.superuserUrl, 'select id, alt from shop.pictures')).toEqual([
		{ id: picture.id, alt: 'Two halves' },
	])
})
