import { parseArgs } from 'node:util'
import pg from 'pg'
import { openFileStore } from '#server/adapters/files/open-file-store.ts'
import { type Config, readProcessConfig } from '#server/config/config.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { findDatabase, thisSiteOf } from '#server/operations/admin-cli/find-database.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { checkBackupBytes } from '#server/operations/backup/check-backups.ts'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import {
	manifestName,
	openPlace,
	partsOf,
	readBackups,
	recordCheck,
} from '#server/operations/backup/place.ts'
import { noProgress, type Progress } from '#server/operations/progress.mjs'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { readShopVersion } from '#server/platform/shop-version.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { findQuarantine } from '#server/shop/live-site.ts'
import { systemClock } from '#shared/clock.ts'
import { counted } from '#shared/wording.ts'

const usage = `npm run backup            backs up the database and the private files
npm run backup -- list    lists the backups
npm run backup -- check   reads every byte of all backups, and says what is damaged; the exit code is then 1
        -- --quiet        shows no progress
BACKUP_TO, BACKUP_PASSPHRASE and BACKUPS_KEPT in .env.example say where, whether encrypted, and how many are kept.`

await runForOperator(async (say, progress) => {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { quiet: { type: 'boolean' }, help: { type: 'boolean' } },
	})
	const [command] = positionals
	if (
		values.help ||
		positionals.length > 1 ||
		(command !== undefined && command !== 'list' && command !== 'check')
	) {
		say(usage)
		return values.help ? 0 : 2
	}
	const config = readProcessConfig()
	const place = openPlace(config)
	if (command === 'list') return await list(place, say)
	if (command === 'check') return await check(config, place, say, values.quiet ? noProgress : progress)
	const opened = new AsyncDisposableStack()
	try {
		const { ownerUrl, jobsUrl } = await findDatabase(config, opened, say)
		const { authEncryptionKey } = await loadKeys(config)
		const quarantine = await quarantineOf(jobsUrl, config)
		const { siteUrl, backupPassphrase: passphrase, backupsKept: keep } = config
		const manifest = await makeBackup({
			ownerUrl,
			jobsUrl,
			place,
			passphrase,
			keep,
			siteUrl,
			quarantine,
			authEncryptionKey,
			say,
			progress: values.quiet ? noProgress : progress,
			isRehearsal: config.rehearsal !== undefined,
			files: openFileStore(config),
			version: await readShopVersion(),
			clock: systemClock,
		})
		const bytes = partsOf(manifest).reduce((sum, part) => sum + part.bytes, 0)
		say(
			`${manifest.id} is complete: ${(bytes / 1_000_000).toFixed(1)} MB${manifest.isEncrypted ? ', encrypted' : ''}.`,
		)
		return 0
	} finally {
		await opened.disposeAsync()
	}
})

/** Lists the backups, also those that can't be restored or are missing from the list. */
async function list(place: FileStore, say: (line: string) => void): Promise<number> {
	const { ids, damaged, missing, listFault } = await readBackups(place)
	if (ids.length === 0) say('There are no backups here. Check BACKUP_TO.')
	for (const id of ids) say(id)
	for (const id of damaged) say(`${manifestName(id)} is damaged, so that backup can’t be restored.`)
	for (const id of missing) say(`${manifestName(id)} is missing, so that backup can’t be restored.`)
	if (listFault !== undefined) say(listFault)
	return damaged.length + missing.length > 0 || listFault !== undefined ? 1 : 0
}

async function check(
	{ backupPassphrase: passphrase }: Config,
	place: FileStore,
	say: (line: string) => void,
	progress: Pick<Progress, 'report'>,
): Promise<number> {
	const { backups, faults, remarks } = await checkBackupBytes({ place, passphrase, progress })
	if (backups === 0) {
		say('There are no backups here. Check BACKUP_TO.')
		return 0
	}
	await recordCheck(place, { format: 1, checkedAt: systemClock.now().toISOString(), faults })
	for (const line of [...remarks, ...faults]) say(line)
	if (faults.length === 0) {
		say(`Every byte of ${counted(backups, 'backup')} is as it was written.`)
		return 0
	}
	say(
		'Replace what is damaged with a copy, or run `npm run backup` for a new backup with whole files. A restore takes damaged files from the shop where it can.',
	)
	return 1
}

async function quarantineOf(jobsUrl: string, config: Config): Promise<Obstacle | undefined> {
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		return (await findQuarantine(database, thisSiteOf(config)))?.obstacle
	} catch (error) {
		// A table or a column is missing, because this version of the shop has not migrated the database yet.
		if (error instanceof pg.DatabaseError && (error.code === '42P01' || error.code === '42703'))
			return undefined
		throw error
	} finally {
		await database.close()
	}
}
