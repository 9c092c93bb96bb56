import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openFileStore } from '#server/adapters/files/open-file-store.ts'
import { type Config, readProcessConfig } from '#server/config/config.ts'
import { lockDataDir } from '#server/config/data-dir-lock.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { listBackups, openPlace, readManifest } from '#server/operations/backup/place.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { counted } from '#shared/wording.ts'

const usage = `npm run restore -- latest | <backup>
        -- --unauthenticated   restores a backup even if somebody else may have written it: if BACKUP_PASSPHRASE is
                               set, one that isn’t encrypted, or that a version up to 0.1.0 has made

Restores a backup into the empty database that DATABASE_URL names, or into a new one in DATA_DIR, and its private files into
STORAGE_URL or DATA_DIR/files. \`npm run backup -- list\` lists the backups of BACKUP_TO.
Files that are damaged in the backup are taken from STORAGE_URL, DATA_DIR/files or goods/. The exit code is 0 if everything was
restored, 1 if everything but some files, and 2 if nothing was.`

await runForOperator(async (say, progress) => {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { help: { type: 'boolean' }, unauthenticated: { type: 'boolean' } },
	})
	const [wanted] = positionals
	if (values.help || wanted === undefined || positionals.length > 1) {
		say(usage)
		return values.help ? 0 : 2
	}
	const config = readProcessConfig()
	const place = openPlace(config)
	const id = wanted === 'latest' ? (await listBackups(place)).at(-1) : wanted
	if (id === undefined) throw new Error('There are no backups here. Check BACKUP_TO.')
	const manifest = await readManifest(place, id)
	const opened = new AsyncDisposableStack()
	try {
		const ownerUrl = config.databaseUrl ?? (await startOwnDatabase(config, opened, say))
		const { authEncryptionKey } = await loadKeys(config)
		const missing = await restoreBackup({
			manifest,
			place,
			authEncryptionKey,
			say,
			progress,
			passphrase: config.backupPassphrase,
			target: { ownerUrl, apiUrl: config.databaseApiUrl, jobsUrl: config.databaseJobsUrl },
			files: openFileStore(config),
			goodsDir: fileURLToPath(new URL('../../../../goods', import.meta.url)),
			allowsUnauthenticated: values.unauthenticated === true,
		})
		say(`Restored ${manifest.id}, made at ${manifest.madeAt} by ${manifest.siteUrl}.`)
		say(
			'The shop will show its pages but charge, refund and email nobody until you have run `npm run admin -- resume --by <you>`.',
		)
		if (missing.length === 0) return 0
		say(
			`${counted(missing.length, 'file')} could not be restored, because the backup’s copy is damaged or missing and nothing here has the same content:`,
		)
		for (const name of missing) say(`  ${name}`)
		say(
			'Nobody can download them until you put a copy into goods/ and restart the shop, or upload them in the admin. `npm run doctor` says which of them are on offer.',
		)
		return 1
	} finally {
		await opened.disposeAsync()
	}
})

async function startOwnDatabase(
	{ dataDir }: Config,
	opened: AsyncDisposableStack,
	say: (line: string) => void,
): Promise<string> {
	await makeFolder(dataDir, 0o711)
	const lock = await lockDataDir(dataDir)
	opened.defer(() => lock.release())
	// For speed: with these settings, rows are not written to the write-ahead log if the same transaction has emptied their
	// table.
	const settings = { wal_level: 'minimal', max_wal_senders: '0' }
	const postgres = await startEmbeddedPostgres({ dataDir, log: say, settings })
	opened.defer(() => postgres.stop())
	return postgres.url
}
