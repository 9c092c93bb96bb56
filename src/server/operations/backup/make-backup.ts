import { createHmac } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { isLocalHost } from '#server/config/setting-fields.ts'
import { isAuthentic, requireOwnKey, withMac } from '#server/operations/backup/authenticate.ts'
import { collectJobs, jobColumns, jobsSection } from '#server/operations/backup/jobs.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import {
	addBackup,
	isIntact,
	manifestName,
	noteUnfinished,
	readBackups,
	removeUnneeded,
	storePart,
	streamOf,
} from '#server/operations/backup/place.ts'
import { writeScript } from '#server/operations/backup/script.ts'
import { compressed, noSeal, openSeal, type Seal } from '#server/operations/backup/seal.ts'
import { countRows, listTables } from '#server/operations/backup/tables.ts'
import { countLines, noProgress, type Progress } from '#server/operations/progress.mjs'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import type { Clock } from '#shared/clock.ts'
import { counted } from '#shared/wording.ts'

type StoredFilePart = Manifest['files'][number]

interface BackupOptions {
	/** The connection string of the database owner, who is not allowed to read every row. */
	ownerUrl: string
	/** The connection string of the jobs login, which is allowed to read every row. */
	jobsUrl: string
	/** The shop's private files. */
	files: FileStore
	/** The folder or bucket that the backup is stored in. */
	place: FileStore
	/** Undefined if the backup is not to be encrypted. */
	passphrase: string | undefined
	/** How many backups are kept, this one included. */
	keep: number
	siteUrl: string
	isRehearsal: boolean
	/** Why the shop must not act on the database; undefined if it may. */
	quarantine: Obstacle | undefined
	authEncryptionKey: string
	/** The version of the shop. */
	version: string
	clock: Clock
	say: (line: string) => void
	progress?: Pick<Progress, 'report'>
}

/**
 * Backs up the database, as of one moment, and the private files. The shop may be running. Removes the oldest backups beyond
 * `keep`. Throws an `Error` with a message for the owner.
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
	const { jobsUrl, ownerUrl, place, passphrase, files, siteUrl, isRehearsal, version, clock, keep, say } =
		options
	const { progress = noProgress } = options
	const began = clock.now()
	const id = `headstart-${began.toISOString().replace(/[-:]|\.\d+/g, '')}`
	const migrations = await listAppliedMigrations(ownerUrl)
	return await asOneMoment(jobsUrl, async (client) => {
		const { manifests, damaged, listFault } = await readBackups(place)
		if (manifests.some((manifest) => manifest.id === id))
			throw new Error(`There is a backup ${id} already. Run the command again in a second.`)
		for (const one of damaged)
			say(
				`${manifestName(one)} is damaged, so that backup can’t be restored. Replace it with a copy, or delete it.`,
			)
		const latest = manifests.at(-1)
		refuseForeignPlace(latest)
		// Encrypted backups share files. A new key could not open the existing files, so if there are any, no key may be made.
		const mayMakeKey = latest?.isEncrypted !== true
		const seal = passphrase === undefined ? noSeal : await openSeal(place, passphrase, { mayMakeKey })
		if (latest !== undefined) await requireOwnKey(place, latest, seal)
		// What a forged manifest names must not become part of this backup. If somebody has changed the list, every file is stored again.
		const isOurs =
			listFault === undefined &&
			latest?.isEncrypted === (passphrase !== undefined) &&
			isAuthentic(latest, seal)
		const earlier = new Map(isOurs ? latest.files.map((file) => [file.storedName, file]) : [])
		try {
			return await fill(client, seal, earlier)
		} catch (error) {
			await removeUnneeded(place).catch(() => {})
			throw error
		}
	})

	async function fill(
		client: pg.Client,
		seal: Seal,
		earlier: Map<string, StoredFilePart>,
	): Promise<Manifest> {
		await collectJobs(client)
		const tables = await listTables(client)
		const counts = new Map<string, number>()
		const script = writeScript(
			client,
			[...tables, { name: jobsSection, columns: jobColumns }],
			(name, rows) => {
				counts.set(name, rows)
				if (rows > 0 && name !== jobsSection) say(`${name}: ${counted(rows, 'row')}`)
			},
		)
		const rowsName = `${id}.sql.zst${seal.ending}`
		const names = await listFiles(client)
		const planned: PlannedFile[] = []
		for (const name of names) {
			progress.report('Comparing files', planned.length, names.length)
			planned.push(await planFile(name, seal, earlier.get(name)))
		}
		await noteUnfinished(place, [
			manifestName(id),
			rowsName,
			...planned.filter(({ isNew }) => isNew).map(({ target }) => target),
		])
		const estimate = await countRows(client)
		const counting = countLines(script, (lines) => progress.report('Rows', lines, estimate))
		const rows = await storePart(place, rowsName, await seal.close(compressed(counting)))
		if (!counts.get('public.products'))
			throw new Error(
				'The database has no products, so there is nothing to back up. Check DATABASE_URL; a new database has them once the shop has started.',
			)
		const stored: StoredFilePart[] = []
		for (const file of planned) {
			progress.report('Files', stored.length, planned.length)
			stored.push(await copyFile(file, seal))
		}
		say(`Files: ${stored.length}`)
		const manifest = withMac(seal, {
			format: 1,
			id,
			madeAt: began.toISOString(),
			siteUrl,
			isRehearsal,
			version,
			postgres: await postgresVersion(client),
			migrations,
			tables: tables.map(({ name }) => ({ name, rows: counts.get(name) ?? 0 })),
			jobs: counts.get(jobsSection) ?? 0,
			isEncrypted: passphrase !== undefined,
			encryptionKeyFingerprint: keyFingerprint(options.authEncryptionKey),
			rows,
			files: stored,
		})
		await addBackup(place, manifest, keep, say)
		return manifest
	}

	/**
	 * Throws if the place has backups of another site, or of its rehearsal, because new backups would gradually replace them. If the
	 * place has any backups, also throws while this database is in quarantine.
	 */
	function refuseForeignPlace(latest: Manifest | undefined): void {
		if (latest === undefined) return
		const { quarantine } = options
		const elsewhere = 'Set BACKUP_TO to another folder or bucket.'
		if (quarantine !== undefined)
			throw new Error(
				`Nothing was backed up: ${quarantine.says}, and its backup would become the latest of those in BACKUP_TO. End the quarantine with \`npm run admin -- resume --by <you>\`. If this is only a copy: ${elsewhere}`,
			)
		if (isLocalHost(new URL(latest.siteUrl).hostname)) return
		if (latest.isRehearsal !== isRehearsal)
			throw new Error(
				`Nothing was backed up: the backups in BACKUP_TO are of ${latest.isRehearsal ? 'the rehearsal' : 'the live shop'} of ${latest.siteUrl}, and this is ${isRehearsal ? 'a rehearsal' : 'the live shop'}. ${elsewhere}`,
			)
		if (latest.siteUrl !== siteUrl)
			throw new Error(
				`Nothing was backed up: the backups in BACKUP_TO are of ${latest.siteUrl}, and this is ${siteUrl}. ${elsewhere}`,
			)
	}

	/**
	 * Plans where to store one private file. If the latest backup has an intact copy, that copy is used: the shop never changes
	 * the content stored under a name.
	 */
	async function planFile(name: string, seal: Seal, there: StoredFilePart | undefined): Promise<PlannedFile> {
		if (there !== undefined && (await isIntact(place, there)))
			return { name, target: there.name, there, isNew: false }
		// Encrypting the same bytes again gives different ones, so the file needs a name of its own: it must not replace the file
		// of an earlier backup.
		const target = seal.ending === '' ? name : `${name}-${id}${seal.ending}`
		return { name, target, there: undefined, isNew: (await place.open(target)) === undefined }
	}

	async function copyFile({ name, target, there }: PlannedFile, seal: Seal): Promise<StoredFilePart> {
		if (there !== undefined) return there
		const file = await files.open(name)
		if (file === undefined)
			throw new Error(
				`The file ${name} is missing from the store; \`npm run doctor\` says more. Nothing was backed up.`,
			)
		return {
			...(await storePart(place, target, await seal.close(await streamOf(file)))),
			storedName: name,
		}
	}
}

/** A private file, and where the backup stores it. */
interface PlannedFile {
	name: string
	target: string
	/** The copy in the latest backup; undefined unless it is intact. */
	there: StoredFilePart | undefined
	/** Whether the place has no file with this name yet. */
	isNew: boolean
}

/** Returns a fingerprint by which two servers can compare their keys without revealing them. */
export function keyFingerprint(key: string): string {
	return createHmac('sha256', key).update('headstart backup').digest('hex').slice(0, 16)
}

/**
 * Runs work in a transaction that sees the database as of one moment, however long it takes. Only one such transaction may run
 * at a time, because two could overwrite each other's entry in the list of backups.
 */
async function asOneMoment<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url, application_name: 'headstart backup' })
	// Without a listener, a connection that breaks while it is idle would end the process. The next statement reports the error
	// anyway.
	client.on('error', () => {})
	await client.connect()
	try {
		// While a file is uploaded, the transaction is idle, perhaps for longer than the server normally allows.
		await client.query('set idle_in_transaction_session_timeout = 0')
		await client.query('begin isolation level repeatable read')
		const { rows } = await client.query(
			"select pg_try_advisory_xact_lock(hashtextextended('headstart backup', 0)) as free",
		)
		if (!z.tuple([z.object({ free: z.boolean() })]).parse(rows)[0].free)
			throw new Error('Another backup of this database is running. Nothing was backed up.')
		return await work(client)
	} finally {
		await client.end()
	}
}

/** Returns the names of the migrations that have been applied to a database, in order. */
async function listAppliedMigrations(ownerUrl: string): Promise<string[]> {
	const owner = new pg.Client({ connectionString: ownerUrl })
	owner.on('error', () => {})
	await owner.connect()
	try {
		const { rows } = await owner.query('select name from migrations.migrations order by id')
		return z
			.array(z.object({ name: z.string() }))
			.parse(rows)
			.map(({ name }) => name)
	} finally {
		await owner.end()
	}
}

async function listFiles(client: pg.Client): Promise<string[]> {
	const { rows } = await client.query('select name, sha256 from storage.objects order by name')
	const objects = z.array(z.object({ name: z.string(), sha256: z.string() })).parse(rows)
	return objects.map(({ name, sha256 }) => storedName(name, sha256))
}

async function postgresVersion(client: pg.Client): Promise<string> {
	const { rows } = await client.query("select current_setting('server_version') as version")
	return z.tuple([z.object({ version: z.string() })]).parse(rows)[0].version
}
