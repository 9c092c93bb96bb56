import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter, generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { planResume } from '#server/operations/admin-cli/resume.ts'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { listBackups, readManifest } from '#server/operations/backup/place.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { checkBackups } from '#server/operations/doctor/check-backups.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import { findQuarantine } from '#server/shop/live-site.ts'
import { paidCheckout } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { contentOf, waitingJobs } from '#test/database-content.ts'
import { runStatement } from '#test/run-statement.ts'
import { createWorld, type World } from '#test/world.ts'

// The owner of every database here is a login with CREATEROLE that is not a superuser, as docs/operating.md recommends.

/** A value with everything that the format of the rows treats specially, some of it on a line of its own or at the end. */
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
	// Leaves a job in the queue.
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

/**
 * Prepares a place for encrypted backups with a key that is cheap to derive. Deriving the shop's own key takes half a second of
 * processor time each time.
 */
async function sealedPlace(name: string, passphrase: string): Promise<{ place: FileStore; path: string }> {
	const sealed = placeIn(name)
	const encrypter = new Encrypter()
	encrypter.setPassphrase(passphrase)
	encrypter.setScryptWorkFactor(10)
	await sealed.place.put('key.age', await encrypter.encrypt(`${await generateX25519Identity()}\n`))
	return sealed
}

interface BackupChanges {
	passphrase?: string
	keep?: number
	database?: { ownerUrl: string; jobsUrl: string }
	files?: FileStore
	siteUrl?: string
	isRehearsal?: boolean
	quarantine?: Obstacle
	say?: (line: string) => void
}

async function backUp(
	place: FileStore,
	{
		passphrase,
		keep = 3,
		database = worldDatabase(),
		files = world.files,
		siteUrl = 'https://shop.example',
		isRehearsal = false,
		quarantine,
		say = () => {},
	}: BackupChanges = {},
): Promise<Manifest> {
	// Makes sure that no two backups are of the same second, because they would have the same name.
	world.clock.advance(1_000)
	return await makeBackup({
		...{ ...database, files, place, passphrase, keep },
		...{ siteUrl, isRehearsal, quarantine, version: '0.1.0', clock: world.clock, say },
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

test('only the most recent backups are kept, and unchanged files are stored once', async () => {
	const { place, path } = placeIn('kept')
	const first = await backUp(place, { keep: 2 })
	const size = (await readdir(path)).length
	const second = await backUp(place, { keep: 2 })
	const third = await backUp(place, { keep: 2 })
	expect(await listBackups(place)).toEqual([second.id, third.id])
	// Each backup after the first adds only its rows and its manifest.
	expect(await readdir(path)).toHaveLength(size + 2)
	expect(third.files).toEqual(first.files)
	await expect(readManifest(place, first.id)).rejects.toThrow('There is no backup')
	await restore(place, second, await emptyDatabase())
})

test('an encrypted backup can be restored after another has failed and the list has been lost, and a later one after a file was damaged and the oldest backup removed', async () => {
	const passphrase = 'four quiet harbours'
	const { place, path } = await sealedPlace('outlives', passphrase)
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

test('files of a failed or killed backup are removed, at the latest by the next backup, unless another backup needs them', async () => {
	const { place, path } = placeIn('killed')
	const first = await backUp(place)
	const names = (await readdir(path)).sort()
	// The failing backup stores this file again, and must leave it in place: the first backup needs it.
	await rm(join(path, first.files[0]?.name ?? ''))
	const full = () => Promise.reject(new Error('no space left'))
	const unlisted: FileStore = {
		...place,
		put: (name, content) => (name === 'backups.json' ? full() : place.put(name, content)),
	}
	await expect(backUp(unlisted)).rejects.toThrow('no space left')
	expect((await readdir(path)).sort()).toEqual(names)
	await expect(backUp({ ...unlisted, remove: full })).rejects.toThrow('no space left')
	expect(await readdir(path)).toHaveLength(names.length + 3)
	const last = await backUp(place, { keep: 1 })
	expect(await listBackups(place)).toEqual([last.id])
	expect(await readdir(path)).toHaveLength(names.length)
	await restore(place, last, await emptyDatabase())
})

test('a damaged manifest is reported and kept, and further backups can still be made', async () => {
	const { place, path } = placeIn('damaged-manifest')
	const first = await backUp(place)
	const manifest = join(path, `${first.id}.json`)
	const text = await readFile(manifest)
	await writeFile(manifest, '{')
	const said: string[] = []
	const second = await backUp(place, { keep: 1, say: (line) => said.push(line) })
	expect(said).toContainEqual(expect.stringContaining(`${first.id}.json is damaged`))
	const third = await backUp(place, { keep: 1 })
	expect(await listBackups(place)).toEqual([first.id, third.id])
	expect(await readdir(path)).not.toContain(`${second.id}.json`)
	await writeFile(manifest, text)
	await restore(place, await readManifest(place, first.id), await emptyDatabase())
	await backUp(place, { keep: 1 })
	await expect(readManifest(place, first.id)).rejects.toThrow('There is no backup')
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

test('a copy of the shop, or another site, cannot replace the backups of the live shop', async () => {
	const { place, path } = placeIn('foreign')
	const quarantine = { says: 'the database was restored from a backup', todo: 'Resume it.' }
	const copy = await backUp(place, { quarantine })
	expect(await listBackups(place)).toEqual([copy.id])
	await expect(backUp(place, { quarantine })).rejects.toThrow(
		/^Nothing was backed up: the database was restored/,
	)
	await expect(backUp(place, { siteUrl: 'https://other.example' })).rejects.toThrow(
		'are of https://shop.example, and this is https://other.example',
	)
	await backUp(place)
	expect(await readdir(path)).not.toContain('unfinished.json')
})

test('the doctor checks that recent backups exist, can be restored and lie outside DATA_DIR', async () => {
	const { place, path } = placeIn('examined')
	const config = {
		isPublic: true,
		dataDir: join(folder, 'data'),
		backupTo: path,
		backupPassphrase: undefined,
		backupDailyAt: '03:30',
	}
	const check = (changes: Partial<Parameters<typeof checkBackups>[0]> = {}) =>
		checkBackups({ ...config, ...changes }, world.clock)
	const found = (level: Finding['level'], says: string) =>
		expect.objectContaining({ level, says: expect.stringContaining(says) })

	expect(await check({ isPublic: false, backupTo: undefined, backupDailyAt: undefined })).toEqual([
		found('ok', 'only when you run'),
	])
	expect(await check()).toEqual([found('error', 'there are none')])
	const manifest = await backUp(place)
	expect(await check()).toEqual([found('ok', 'the newest was made on')])
	expect(await check({ dataDir: folder })).toContainEqual(found('warning', 'are in DATA_DIR'))
	await writeFile(join(path, manifest.rows.name), '')
	expect(await check()).toEqual([found('error', 'is missing or incomplete')])
	world.clock.advance(49 * 3600_000)
	expect(await check()).toEqual([found('error', 'more than two days ago')])
	await writeFile(join(path, `${manifest.id}.json`), '')
	expect(await check()).toContainEqual(found('warning', 'is damaged or missing'))

	const sealed = await sealedPlace('examined-sealed', 'four quiet harbours')
	await backUp(sealed.place, { passphrase: 'four quiet harbours' })
	const there = { backupTo: sealed.path }
	expect(await check({ ...there, backupPassphrase: 'four quiet harbours' })).toEqual([
		found('ok', 'opens with'),
	])
	expect(await check(there)).toEqual([found('warning', 'the next one won’t be')])
	await expect(check({ ...there, backupPassphrase: 'another passphrase' })).resolves.toEqual([
		found('error', 'doesn’t open'),
	])

	await writeFile(join(folder, 'a-file'), '')
	const nowhere = join(folder, 'a-file', 'backups')
	expect(await check({ backupTo: nowhere })).toContainEqual(found('error', 'the file store failed'))
	const bucket = { endpoint: 'http://127.0.0.1:1', bucket: 'b', prefix: '', region: 'r' }
	expect(await check({ backupTo: { ...bucket, accessKeyId: 'k', secretAccessKey: 's' } })).toEqual([
		found('error', 'which BACKUP_TO names, cannot be reached'),
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
	const decided = { by: 'Ada', reason: undefined }
	await expect(planResume({ database: opened, payments, clock, ...site }, decided)).rejects.toThrow(
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

test('a database without products is not backed up', async () => {
	const { place, path } = placeIn('empty')
	const { ownerUrl } = await emptyDatabase()
	const logins = await migrateDatabase({ ownerUrl, apiUrl: undefined, jobsUrl: undefined, log: () => {} })
	await expect(backUp(place, { database: { ownerUrl, jobsUrl: logins.jobsUrl } })).rejects.toThrow(
		'nothing to back up',
	)
	expect(await readdir(path)).toEqual([])
})
