import pg from 'pg'
import { z } from 'zod'
import { findDoubt, requireOwnKey } from '#server/operations/backup/authenticate.ts'
import { removeIndexes } from '#server/operations/backup/indexes.ts'
import { addCollectedJobs, jobsSection, makeJobsTable } from '#server/operations/backup/jobs.ts'
import { keyFingerprint } from '#server/operations/backup/make-backup.ts'
import type { Manifest, StoredPart } from '#server/operations/backup/manifest.ts'
import { isIntact, streamOf } from '#server/operations/backup/place.ts'
import { restoreFiles } from '#server/operations/backup/restore-files.ts'
import { loadSection, readScript } from '#server/operations/backup/script.ts'
import { decompressed, noSeal, openSeal, type Seal } from '#server/operations/backup/seal.ts'
import { listTables, quoted, type Table } from '#server/operations/backup/tables.ts'
import { countLines, noProgress, type Progress } from '#server/operations/progress.mjs'
import { listMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import type { FileStore, StoredFile } from '#server/shop/files/file-store.ts'
import { counted } from '#shared/wording.ts'

interface RestoreOptions {
	manifest: Manifest
	/** Where the backup is. */
	place: FileStore
	passphrase: string | undefined
	/** The connection strings of the database owner and, if the owner has created them, of the two logins. */
	target: { ownerUrl: string; apiUrl: string | undefined; jobsUrl: string | undefined }
	/** The store to fill with the private files. */
	files: FileStore
	/** The folder of the files that come with the shop, for those that are damaged in the backup. */
	goodsDir: string
	/** Whether to restore a backup that may have been written by somebody else. */
	allowsUnauthenticated?: boolean
	authEncryptionKey: string
	say: (line: string) => void
	progress?: Pick<Progress, 'report'>
}

/**
 * How far the counters of numbered rows, such as receipts, skip ahead. Numbers that were given out after the backup was made
 * must not be given out again.
 */
const skippedNumbers = 1_000

/**
 * Checks the rows of a backup, then fills an empty database and the file store from it. Returns the names of the files that could
 * not be restored. Leaves the database in quarantine: the shop shows its pages, but does not act. Throws an `Error` with a message
 * for the owner. The quarantine of a database that was not completely restored cannot be ended.
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
	const { manifest, place, target, files, say, progress = noProgress } = options
	const known = await listMigrations()
	const lastMigration = manifest.migrations.at(-1)
	const isKnown = manifest.migrations.every((name, index) => known[index] === name)
	if (!isKnown)
		throw new Error(
			`The backup comes from another version of the shop, ${manifest.version}, whose database this version can’t read. Install that version or a later one.`,
		)
	const seal = await openTrusted(options)
	say(`Checking ${manifest.id} …`)
	await checkPart(place, manifest.rows)

	const owner = new pg.Client({ connectionString: target.ownerUrl, application_name: 'headstart restore' })
	owner.on('error', () => {})
	await owner.connect()
	try {
		await requireEmpty(owner)
		const missing = await restoreFiles({ ...options, seal, files, progress })
		say(`Files: ${manifest.files.length - missing.length}`)
		const { jobsUrl } = await migrateDatabase({
			...target,
			...(lastMigration === undefined ? {} : { upTo: lastMigration }),
			log: () => {},
		})
		// In a transaction of its own, before the rows: if the restore stops halfway, the shop must not act on an incomplete
		// database.
		await quarantine(owner, manifest, 'infinity')
		const script = decompressed(await seal.open(await streamOf(await find(place, manifest.rows.name))))
		const total = manifest.tables.reduce((sum, { rows }) => sum + rows, manifest.jobs)
		const counted = countLines(script, (lines) => progress.report('Rows', lines, total))
		await makeJobsTable(owner)
		await loadRows(owner, counted, manifest, { say, progress })
		const jobs = await addCollectedJobs(owner, jobsUrl)
		if (jobs > 0) say(`Waiting jobs: ${jobs.toLocaleString('en-GB')}`)
		await migrateDatabase({ ...target, log: say })
		await quarantine(owner, manifest, 'now')
		if (manifest.encryptionKeyFingerprint !== keyFingerprint(options.authEncryptionKey))
			say(
				'AUTH_ENCRYPTION_KEY differs from that of the backed-up shop. Set the same one, or nobody can sign in with an authenticator app.',
			)
		return missing
	} finally {
		await owner.end()
	}
}

/** Returns the seal of a backup. Throws if it may have been written by somebody without the passphrase, unless that is allowed. */
async function openTrusted({
	manifest,
	place,
	passphrase,
	allowsUnauthenticated = false,
}: RestoreOptions): Promise<Seal> {
	if (manifest.isEncrypted && passphrase === undefined)
		throw new Error('The backup is encrypted. Set BACKUP_PASSPHRASE.')
	if (passphrase === undefined) return noSeal
	const seal = manifest.isEncrypted ? await openSeal(place, passphrase) : undefined
	if (seal !== undefined) await requireOwnKey(place, manifest, seal)
	const doubt = findDoubt(manifest, seal)
	if (doubt !== undefined && !allowsUnauthenticated)
		throw new Error(
			`Not restored: ${doubt}. Anybody who can write to BACKUP_TO could have put it there, with accounts of their own. If you are sure that it is yours, add --unauthenticated; otherwise restore another backup.`,
		)
	return seal ?? noSeal
}

/**
 * Records which backup the rows come from, and when they were complete (`infinity` until they are). Does nothing in a database of
 * a release that had no quarantine.
 */
async function quarantine(
	owner: pg.Client,
	{ siteUrl, isRehearsal, madeAt }: Manifest,
	completeAt: 'infinity' | 'now',
): Promise<void> {
	const { rowCount } = await owner.query("select where to_regclass('shop.live_site') is not null")
	if (rowCount === 0) return
	await owner.query(
		'update shop.live_site set site_url = $1, restored_from = $2, restored_at = $3::text::timestamptz',
		[siteUrl, madeAt, completeAt],
	)
	// Set only at the end. If the backup is from a release without this column, the column is added by the migrations that run
	// after the rows have been loaded.
	if (completeAt === 'now') await owner.query('update shop.live_site set is_rehearsal = $1', [isRehearsal])
}

/** Loads all rows in one transaction, and leaves the tables as the migrations made them. */
async function loadRows(
	owner: pg.Client,
	script: AsyncIterable<Uint8Array>,
	{ tables: expected }: Manifest,
	{ say, progress }: Pick<RestoreOptions, 'say'> & { progress: Pick<Progress, 'report'> },
): Promise<void> {
	const tables = await listTables(owner)
	const known = new Map(tables.map((table) => [table.name, table]))
	await owner.query('begin')
	for (const { name } of tables)
		await owner.query(`alter table ${quoted(name)} no force row level security, disable trigger user`)
	// Some migrations insert rows, which the backup has as well.
	await owner.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
	const rebuild = await removeIndexes(
		owner,
		tables.map(({ name }) => name),
	)
	const loaded = new Map<string, number>()
	for await (const section of readScript(script)) {
		if (section.table !== jobsSection) requireKnown(known.get(section.table), section)
		const rows = await loadSection(owner, section)
		loaded.set(section.table, rows)
		if (rows > 0 && section.table !== jobsSection) say(`${section.table}: ${counted(rows, 'row')}`)
	}
	for (const { name, rows } of expected)
		if (loaded.get(name) !== rows)
			throw new Error(
				`${name} should have ${counted(rows, 'row')}, and ${loaded.get(name) ?? 'none'} could be loaded.`,
			)
	// In this transaction only. Sorting in memory is several times as fast.
	await owner.query("set local maintenance_work_mem = '256MB'")
	for (const [index, make] of rebuild.entries()) {
		progress.report('Indexes', index, rebuild.length)
		await owner.query(make)
	}
	await skipNumbers(owner)
	for (const { name } of tables)
		await owner.query(`alter table ${quoted(name)} force row level security, enable trigger user`)
	await owner.query('commit')
	// Without statistics, the first queries would read whole tables.
	await owner.query(`analyze ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

function requireKnown(table: Table | undefined, section: { table: string; columns: string[] }): void {
	if (table === undefined || section.columns.some((column) => !table.columns.includes(column)))
		throw new Error(`The backup has rows for ${section.table} that this database has no place for.`)
}

const counterSchema = z.object({ table: z.string(), column: z.string() })

/** Moves each counter to `skippedNumbers` after the highest number in use. */
async function skipNumbers(owner: pg.Client): Promise<void> {
	const { rows } = await owner.query(
		`select n.nspname || '.' || c.relname as table, a.attname as column
		from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
		where a.attidentity <> '' and n.nspname in ('auth', 'public', 'shop', 'storage')`,
	)
	for (const { table, column } of z.array(counterSchema).parse(rows))
		await owner.query(
			`select setval(pg_get_serial_sequence($1, $2), max(${quoted(column)}) + $3) from ${quoted(table)} having max(${quoted(column)}) is not null`,
			[quoted(table), column, skippedNumbers],
		)
}

async function requireEmpty(owner: pg.Client): Promise<void> {
	const { rows } = await owner.query(
		`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
			and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
		order by 1 limit 1`,
	)
	const [found] = z.array(z.object({ name: z.string() })).parse(rows)
	if (found !== undefined)
		throw new Error(
			`The database isn’t empty: it has the table ${found.name}. Restore into a new, empty database or a new DATA_DIR, so that nothing is overwritten.`,
		)
}

async function checkPart(place: FileStore, part: StoredPart): Promise<void> {
	await find(place, part.name)
	if (!(await isIntact(place, part)))
		throw new Error(
			`${part.name} is damaged: its bytes are not those that were backed up. Restore another backup.`,
		)
}

async function find(place: FileStore, name: string): Promise<StoredFile> {
	const file = await place.open(name)
	if (file === undefined) throw new Error(`${name} is missing from the backup. Restore another backup.`)
	return file
}
