import { relative } from 'node:path'
import { findBucketObstacle } from '#server/adapters/files/bucket-store.ts'
import type { Config } from '#server/config/config.ts'
import { oldestBackupMs } from '#server/operations/alerts/find-troubles.ts'
import { findDoubt, requireOwnKey } from '#server/operations/backup/authenticate.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { manifestName, openPlace, partsOf, readBackups, readCheck } from '#server/operations/backup/place.ts'
import { openSeal } from '#server/operations/backup/seal.ts'
import { type Finding, runCheck } from '#server/operations/doctor/finding.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { Clock } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'

const about = 'Backups'
const makeOne = 'Run `npm run backup`, and set BACKUP_DAILY_AT so that the shop makes one every day.'

type BackupConfig = Pick<Config, 'isPublic' | 'dataDir' | 'backupTo' | 'backupPassphrase' | 'backupDailyAt'>

/** Checks that backups are made, that the newest can be restored, and that they would survive the loss of this machine. */
export async function checkBackups(config: BackupConfig, clock: Clock): Promise<Finding[]> {
	const { isPublic, backupTo, backupPassphrase, backupDailyAt } = config
	if (!isPublic && backupTo === undefined && backupDailyAt === undefined)
		return [{ level: 'ok', about, says: 'are made only when you run `npm run backup`' }]
	const bucket = typeof backupTo === 'object' ? backupTo : undefined
	const obstacle = bucket && (await findBucketObstacle(bucket, 'BACKUP_TO'))
	if (obstacle !== undefined) return [{ level: 'error', about, ...obstacle }]
	const place = openPlace(config)
	const unwritable = await runCheck(
		about,
		() => tryWriting(place),
		'New backups can’t be stored in BACKUP_TO. Check its permissions and free space.',
	)
	if (unwritable.length > 0) return unwritable
	const { manifests, damaged, missing, listFault } = await readBackups(place)
	const newest = manifests.at(-1)
	return [
		...(isPublic ? findWeakPlace(config) : []),
		...(bucket !== undefined && backupPassphrase === undefined
			? [
					{
						level: 'warning' as const,
						about,
						says: 'are not encrypted, and the bucket’s provider can read them',
						todo: 'Set BACKUP_PASSPHRASE, and keep a copy of it away from this server.',
					},
				]
			: []),
		...(listFault === undefined
			? []
			: [
					{
						level: 'error' as const,
						about,
						says: listFault,
						todo: 'Find out who changes files in BACKUP_TO.',
					},
				]),
		...[...damaged, ...missing].map((id) => ({
			level: 'warning' as const,
			about,
			says: `${manifestName(id)} is damaged or missing, so that backup can’t be restored`,
			todo: 'Replace it with a copy, or delete it.',
		})),
		...((await readCheck(place))?.faults ?? []).map((fault) => ({
			level: 'error' as const,
			about,
			says: `the last check of every byte found: ${fault}`,
			todo: 'Run `npm run backup` for a new backup with whole files, then `npm run backup -- check`.',
		})),
		...(newest === undefined
			? [
					isPublic
						? { level: 'error' as const, about, says: 'there are none', todo: makeOne }
						: { level: 'ok' as const, about, says: 'there are none yet' },
				]
			: await checkNewest(place, newest, config, clock)),
	]
}

async function tryWriting(place: FileStore): Promise<Finding[]> {
	const name = 'doctor-check'
	await place.put(name, Buffer.from('The doctor of the shop was here.\n'))
	await place.remove(name)
	return []
}

function findWeakPlace({ backupTo, dataDir }: BackupConfig): Finding[] {
	if (typeof backupTo === 'object') return []
	if (backupTo !== undefined && relative(dataDir, backupTo).startsWith('..')) return []
	return [
		{
			level: 'warning',
			about,
			says: 'are in DATA_DIR, so whatever destroys the data destroys them too',
			todo: 'Set BACKUP_TO to a folder on another disk, or better to a bucket at another provider.',
		},
	]
}

async function checkNewest(
	place: FileStore,
	newest: Manifest,
	{ isPublic, backupPassphrase }: BackupConfig,
	clock: Clock,
): Promise<Finding[]> {
	const madeAt = new Date(newest.madeAt)
	const says = `the newest was made on ${momentOf(madeAt)}`
	if (isPublic && clock.now().getTime() - madeAt.getTime() > oldestBackupMs)
		return [{ level: 'error', about, says: `${says}, more than two days ago`, todo: makeOne }]
	for (const { name, bytes } of partsOf(newest))
		if ((await place.open(name))?.size !== bytes)
			return [
				{
					level: 'error',
					about,
					says: `${says}, and its file ${name} is missing or incomplete`,
					todo: 'Run `npm run backup` for a new one, and find out who changes files in BACKUP_TO.',
				},
			]
	if (!newest.isEncrypted && backupPassphrase !== undefined)
		return [
			{
				level: 'warning',
				about,
				says: `${says} and isn’t encrypted, although BACKUP_PASSPHRASE is set`,
				todo: 'Run `npm run backup`. If the shop has made encrypted ones before, find out who wrote this one.',
			},
		]
	if (!newest.isEncrypted) return [{ level: 'ok', about, says }]
	if (backupPassphrase === undefined)
		return [
			{
				level: 'warning',
				about,
				says: `${says} and is encrypted, but the next one won’t be`,
				todo: 'Set BACKUP_PASSPHRASE to the passphrase that it was made with.',
			},
		]
	return await runCheck(
		about,
		async () => {
			const seal = await openSeal(place, backupPassphrase)
			await requireOwnKey(place, newest, seal)
			const doubt = findDoubt(newest, seal)
			if (doubt !== undefined)
				return [{ level: 'warning', about, says: doubt, todo: 'Run `npm run backup` for a new one.' }]
			return [{ level: 'ok', about, says: `${says} and opens with BACKUP_PASSPHRASE` }]
		},
		'Until then, none of the encrypted backups can be restored.',
	)
}
