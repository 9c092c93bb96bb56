import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { Config } from '#server/config/config.ts'
import { manifestName, openPlace, partsOf, readBackups, readCheck } from '#server/operations/backup/place.ts'

type Backups = AdminDependencies['backups']

/** Returns what the admin shows of the place of the backups, without the keys of a bucket. */
export function showBackups(config: Pick<Config, 'backupTo' | 'backupDailyAt' | 'dataDir'>): Backups {
	const { backupTo, backupDailyAt: dailyAt } = config
	const place = typeof backupTo === 'object' ? `the bucket ${backupTo.bucket}/${backupTo.prefix}` : backupTo
	return { place, dailyAt, read: async () => await readPlace(config) }
}

async function readPlace(config: Pick<Config, 'backupTo' | 'dataDir'>) {
	const place = openPlace(config)
	const { manifests, damaged, missing, listFault } = await readBackups(place)
	const check = await readCheck(place)
	const made = manifests.map((manifest) => ({
		id: manifest.id,
		made: {
			at: new Date(manifest.madeAt),
			bytes: partsOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
			is_encrypted: manifest.isEncrypted,
			version: manifest.version,
		},
	}))
	const lost = [...damaged, ...missing]
	return {
		rows: [...made, ...lost.map((id) => ({ id, made: null }))].sort((a, b) => (a.id < b.id ? 1 : -1)),
		checked_at: check === undefined ? null : new Date(check.checkedAt),
		faults: [
			...(listFault === undefined ? [] : [listFault]),
			...lost.map((id) => `${manifestName(id)} is damaged or missing, so that backup can’t be restored.`),
			...(check?.faults ?? []),
		],
	}
}
