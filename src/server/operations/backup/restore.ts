import { parseArgs } from 'node:util'
import { openFileStore } from '#server/adapters/files/open-file-store.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { listBackups, openPlace, readManifest } from '#server/operations/backup/place.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { type Config, readProcessConfig } from '#server/platform/config/config.ts'
import { lockDataDir } from '#server/platform/config/data-dir-lock.ts'
import { loadKeys } from '#server/platform/config/local-keys.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { makeFolder } from '#server/platform/make-folder.ts'

const usage = `npm run restore -- latest | <backup>

Restores a backup into the empty database that DATABASE_URL names, or into a new one in DATA_DIR, and its private files into
STORAGE_URL or DATA_DIR/files. \`npm run backup -- list\` lists the backups of BACKUP_TO.`

await runForOperator(async (say, progress) => {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { help: { type: 'boolean' } },
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
		await restoreBackup({
			...{ manifest, place, authEncryptionKey, say, progress },
			passphrase: config.backupPassphrase,
			target: { ownerUrl, apiUrl: config.databaseApiUrl, jobsUrl: config.databaseJobsUrl },
			files: openFileStore(config),
		})
		say(`Restored ${manifest.id}, made at ${manifest.madeAt} by ${manifest.siteUrl}.`)
		say(
			'The shop will show its pages but charge, refund and email nobody until you have run `npm run admin -- resume --by <you>`.',
		)
		return 0
	} finally {
		await opened.disposeAsync()
	}
})

async function startOwnDatabase(
	{ dataDir }: Config,
	opened: AsyncDisposableStack,
	say: (line: string) => void,
): Promise<string> {
	await makeFolder(dataDir, 0o755)
	const lock = await lockDataDir(dataDir)
	opened.defer(() => lock.release())
	// For speed: with these settings, rows are not written to the write-ahead log if the same transaction has emptied their
	// table.
	const settings = { wal_level: 'minimal', max_wal_senders: '0' }
	const postgres = await startEmbeddedPostgres({ dataDir, log: say, settings })
	opened.defer(() => postgres.stop())
	return postgres.url
}
