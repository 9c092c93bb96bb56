import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { resume } from '#server/operations/admin-cli/resume.ts'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { listBackups, readManifest } from '#server/operations/backup/place.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import { findQuarantine } from '#server/shop/live-site.ts'
import { paidCheckout } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { contentOf, waitingJobs } from '#test/database-content.ts'
import { runStatement } from '#test/run-statement.ts'
import { createWorld, type World } from '#test/world.ts'

// Every database here is owned by a login with CREATEROLE that is not a superuser, as docs/operating.md asks.

/** Characters that the format of the rows treats specially, on lines of their own and at the end of a value. */
const awkward = 'Ünï\tcode\n\\.\n\\N\r\n"; drop table x; -- \\'

let world: World
let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-backup-'))
	world = await createWorld()
	for (const name of ['A guide (1).pdf', 'Étude.zip', 'notes.json']) await addFile(name)
	const client = await signedInClient(world)
	await client.auth.updateUser({ data: { display_name: awkward } })
	const { purchaseId } = await paidCheckout(world)
	await world.database.query(
		sql`update public.purchases set product_name = ${awkward} where id = ${purchaseId}`,
	)
	// Leaves a job waiting.
	await client.auth.resetPasswordForEmail('nobody@student.test')
})
afterAll(async () => {
	await world.close()
	await rm(folder, { recursive: true })
})

async function addFile(name: string): Promise<void> {
	const bytes = Buffer.from(`%PDF ${name}`.repeat(20_000))
	const sha256 = createHash('sha256').update(bytes).digest('hex')
	await world.files.put(storedName(name, sha256), bytes)
	await world.database.query(sql`
		insert into storage.objects (bucket_id, name, size, sha256, content_type)
		values ('pdfs', ${name}, ${bytes.length}, ${sha256}, 'application/pdf')`)
}

function placeIn(name: string): { place: FileStore; path: string } {
	const path = join(folder, name)
	return { place: createDiskStore(path), path }
}

function worldDatabase() {
	const { ownerUrl, logins } = world.testDatabase
	return { ownerUrl, jobsUrl: logins.jobsUrl }
}

interface BackupChanges {
	passphrase?: string
	keep?: number
	database?: { ownerUrl: string; jobsUrl: string }
	files?: FileStore
}

async function backUp(
	place: FileStore,
	{ passphrase, keep = 3, database = worldDatabase(), files = world.files }: BackupChanges = {},
): Promise<Manifest> {
	// Two backups of the same second would have the same name.
	world.clock.advance(1_000)
	return await makeBackup({
		...{ ...database, files, place, passphrase, keep },
		...{ siteUrl: 'https://shop.example', version: '0.1.0', clock: world.clock, say: () => {} },
		authEncryptionKey: world.keys.authEncryptionKey,
	})
}

async function emptyDatabase(): Promise<EmptyDatabase> {
	const database = await createEmptyDatabase(inject('databaseUrl'))
	onTestFinished(() => database.drop())
	return database
}

async function restore(
	place: FileStore,
	manifest: Manifest,
	{ ownerUrl }: EmptyDatabase,
	passphrase?: string,
): Promise<{ files: FileStore; filesPath: string; said: string[] }> {
	const filesPath = await mkdtemp(join(folder, 'files-'))
	const files = createDiskStore(filesPath)
	const said: string[] = []
	await restoreBackup({
		...{ manifest, place, passphrase, files, say: (line) => said.push(line) },
		target: { ownerUrl, apiUrl: undefined, jobsUrl: undefined },
		authEncryptionKey: world.keys.authEncryptionKey,
	})
	return { files, filesPath, said }
}

test('a backup restored into an empty database brings back every row, file and waiting job, and is quarantined', async () => {
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

test('an encrypted backup shows nothing without its passphrase, and restores with it', async () => {
	const { place, path } = placeIn('sealed')
	const manifest = await backUp(place, { passphrase: 'four quiet harbours' })
	const stored = await Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'latin1')))
	expect(stored.join('')).not.toMatch(/%PDF|student\.test/)
	const database = await emptyDatabase()
	await expect(restore(place, manifest, database)).rejects.toThrow('Set BACKUP_PASSPHRASE')
	await expect(restore(place, manifest, database, 'another passphrase')).rejects.toThrow(
		/passphrase .* doesn’t open/,
	)
	await restore(place, manifest, database, 'four quiet harbours')
	expect(await contentOf(database.superuserUrl)).toEqual(await contentOf(world.testDatabase.superuserUrl))
})

test('the last backups are kept, and share the files that have not changed', async () => {
	const { place, path } = placeIn('kept')
	const first = await backUp(place, { keep: 2 })
	const size = (await readdir(path)).length
	const second = await backUp(place, { keep: 2 })
	const third = await backUp(place, { keep: 2 })
	expect(await listBackups(place)).toEqual([second.id, third.id])
	// Each further backup adds its rows and its manifest only.
	expect(await readdir(path)).toHaveLength(size + 2)
	expect(third.files).toEqual(first.files)
	await expect(readManifest(place, first.id)).rejects.toThrow('There is no backup')
	await restore(place, second, await emptyDatabase())
})

test('an encrypted backup outlives what happens to the others: a second one at once, a failed one, a lost list, a damaged file, a removed one', async () => {
	const { place, path } = placeIn('outlives')
	const passphrase = 'four quiet harbours'
	const again = () => backUp(place, { passphrase })
	const [done, refused] = await Promise.allSettled([again(), again()])
	const first = [done, refused].find((outcome) => outcome.status === 'fulfilled')?.value
	expect([done, refused].find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
		message: 'Another backup of this database is running. Nothing was backed up.',
	})
	if (first === undefined) throw new Error('no backup was made')

	const names = await readdir(path)
	const key = await readFile(join(path, 'key.age'))
	await rm(join(path, 'key.age'))
	await expect(again()).rejects.toThrow('key.age is missing')
	await writeFile(join(path, 'key.age'), key)
	const [file] = first.files
	const store: FileStore = { ...world.files, open: async () => undefined }
	const list = await readFile(join(path, 'backups.json'))
	await rm(join(path, 'backups.json'))
	await expect(backUp(place, { passphrase, files: store })).rejects.toThrow('is missing from the store')
	expect((await readdir(path)).sort()).toEqual(names.filter((name) => name !== 'backups.json').sort())
	await again()
	await restore(place, first, await emptyDatabase(), passphrase)

	await writeFile(join(path, 'backups.json'), list)
	await writeFile(join(path, file?.name ?? ''), Buffer.alloc(file?.bytes ?? 0))
	const repaired = await again()
	await rm(join(path, `${first.id}.json`))
	const last = await again()
	expect(await listBackups(place)).toEqual([repaired.id, last.id])
	expect(last.files).toEqual(repaired.files)
	await restore(place, last, await emptyDatabase(), passphrase)
})

test('a restore that did not finish leaves a quarantine that cannot be ended', async () => {
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
	const said = await resume({ database: opened, payments, clock, siteUrl: 'https://shop.example' }, 'Ada')
	expect(said).toEqual([expect.stringMatching(/^Not resumed: .* did not finish.* Restore the backup again/)])
	expect((await findQuarantine(opened, 'https://shop.example'))?.mayEnd).toBe(false)
})

test('a damaged, incomplete or unknown backup changes nothing, and neither does a database in use', async () => {
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

test('a database from before an upgrade can be backed up, and is upgraded and quarantined when it is restored', async () => {
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

test('a database without products is not a backup', async () => {
	const { place, path } = placeIn('empty')
	const { ownerUrl } = await emptyDatabase()
	const logins = await migrateDatabase({ ownerUrl, apiUrl: undefined, jobsUrl: undefined, log: () => {} })
	await expect(backUp(place, { database: { ownerUrl, jobsUrl: logins.jobsUrl } })).rejects.toThrow(
		'nothing to back up',
	)
	expect(await readdir(path)).toEqual([])
})
