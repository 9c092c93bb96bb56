import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter, generateX25519Identity } from 'age-encryption'
import { inject, onTestFinished } from 'vitest'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { findBackupTrouble } from '#server/operations/alerts/find-troubles.ts'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { listBackups } from '#server/operations/backup/place.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import { paidCheckout } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { createWorld, type World } from '#test/world.ts'

// The owner of every database in these tests is a login with CREATEROLE that is not a superuser, as docs/operating.md recommends.

/** A value with everything that the format of the rows treats specially, some of it on a line of its own or at the end. */
const awkward = 'Ünï\tcode\n\\.\n\\N\r\n"; drop table x; -- \\'

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

/** Starts a shop with files, a purchase and a waiting job, and returns what a test needs to back it up and restore it. */
export async function createShopToBackUp() {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-backup-'))
	const world = await createWorld()
	for (const name of ['A guide (1).pdf', 'Étude.zip', 'notes.json']) await addFile(world, name)
	const client = await signedInClient(world)
	await client.auth.updateUser({ data: { display_name: awkward } })
	const { purchaseId } = await paidCheckout(world)
	await world.database.query(
		sql`update public.purchases set product_name = ${awkward} where id = ${purchaseId}`,
	)
	// Leaves a job in the queue.
	await client.auth.resetPasswordForEmail('nobody@student.test')

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
		// Makes sure that no two backups are made in the same second, because they would have the same name.
		world.clock.advance(1_000)
		return await makeBackup({
			...database,
			files,
			place,
			passphrase,
			keep,
			siteUrl,
			isRehearsal,
			quarantine,
			version: '0.1.0',
			clock: world.clock,
			say,
			authEncryptionKey: world.keys.authEncryptionKey,
		})
	}

	async function restore(
		place: FileStore,
		manifest: Manifest,
		{ ownerUrl }: EmptyDatabase,
		passphrase?: string,
		{ goodsDir = join(folder, 'goods'), allowsUnauthenticated = false } = {},
	): Promise<{ files: FileStore; filesPath: string; said: string[]; missing: string[] }> {
		const filesPath = await mkdtemp(join(folder, 'files-'))
		const files = createDiskStore(filesPath)
		const said: string[] = []
		const missing = await restoreBackup({
			manifest,
			place,
			passphrase,
			files,
			goodsDir,
			allowsUnauthenticated,
			say: (line) => said.push(line),
			target: { ownerUrl, apiUrl: undefined, jobsUrl: undefined },
			authEncryptionKey: world.keys.authEncryptionKey,
		})
		return { files, filesPath, said, missing }
	}

	async function close(): Promise<void> {
		await world.close()
		await rm(folder, { recursive: true })
	}

	return { world, folder, placeIn, sealedPlace, backUp, restore, close }
}

async function addFile(world: World, name: string): Promise<void> {
	const bytes = Buffer.from(`%PDF ${name}`.repeat(20_000))
	const sha256 = createHash('sha256').update(bytes).digest('hex')
	await world.files.put(storedName(name, sha256), bytes)
	await world.database.query(sql`
		insert into storage.objects (bucket_id, name, size, sha256, content_type)
		values ('pdfs', ${name}, ${bytes.length}, ${sha256}, 'application/pdf')`)
}

/** Makes an empty database for one test. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
	const database = await createEmptyDatabase(inject('databaseUrl'))
	onTestFinished(() => database.drop())
	return database
}

/** Returns what *Needs you* and the email say about the backups. */
export async function needsYou(place: FileStore, path: string): Promise<string | undefined> {
	const found = await findBackupTrouble({
		readings: {
			newestBackup: async () => {
				await listBackups(place)
				return undefined
			},
			backupCheck: async () => undefined,
			certificateEnd: async () => undefined,
		},
		config: { isPublic: true, siteUrl: 'https://shop.example', backupTo: path, backupDailyAt: '03:30' },
		now: new Date(),
	})
	return found?.meaning
}
