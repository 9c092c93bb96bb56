import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import type { BackupCheck } from '#server/operations/backup/manifest.ts'
import { listBackups, openPlace, readCheck } from '#server/operations/backup/place.ts'
import { readCertificateEnd } from '#server/operations/readings/read-certificate.ts'
import { type Records, readRecords } from '#server/operations/readings/read-records.ts'
import { cached } from '#server/platform/cached.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type DiskSpace, readDiskSpace } from '#server/platform/disk.ts'

/**
 * Readings of the state of the shop, which the doctor, the metrics and the alerts share. Each function rejects if its reading
 * cannot be taken.
 */
export interface Readings {
	records(): Promise<Records>
	disk(): Promise<DiskSpace>
	/** When the newest backup was begun; undefined if there is none. */
	newestBackup(): Promise<Date | undefined>
	/** What the last check of all backups found; undefined if there was none. */
	backupCheck(): Promise<BackupCheck | undefined>
	/** When the site's certificate expires; undefined if it has none. */
	certificateEnd(): Promise<Date | undefined>
}

interface ReadingsOptions {
	database: Pick<Database, 'asServer'>
	config: Pick<Config, 'siteUrl' | 'dataDir' | 'backupTo'>
}

const minuteMs = 60_000

/** Makes the readings. They are cached for a few seconds, or for a minute or more if they need another machine. */
export function createReadings({ database, config }: ReadingsOptions): Readings {
	const isElsewhere = typeof config.backupTo === 'object'
	return {
		records: cached(() => readRecords(database), { failureHoldsMs: 3_000 }),
		disk: cached(() => readDiskSpace(config.dataDir)),
		// An owner who has just made a backup looks for it in the admin.
		newestBackup: cached(
			async () => startOf((await listBackups(openPlace(config))).at(-1)),
			isElsewhere ? { holdsMs: minuteMs, failureHoldsMs: minuteMs } : {},
		),
		backupCheck: cached(
			() => readCheck(openPlace(config)),
			isElsewhere ? { holdsMs: minuteMs, failureHoldsMs: minuteMs } : {},
		),
		certificateEnd: cached(() => readCertificateEnd(config.siteUrl), {
			holdsMs: 5 * minuteMs,
			failureHoldsMs: minuteMs,
		}),
	}
}

/** Reads the time in the id of a backup, such as `headstart-20261122T033000Z`. */
function startOf(id: string | undefined): Date | undefined {
	const [, year, month, day, hours, minutes, seconds] =
		/-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(id ?? '') ?? []
	return year === undefined ? undefined : new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
}

/** The readings that are figures, at one time; undefined for those that cannot be taken. */
export type Snapshot = {
	[Name in Exclude<keyof Readings, 'backupCheck'>]: Awaited<ReturnType<Readings[Name]>> | undefined
}

const patienceMs = 2_500

/**
 * Takes these readings without waiting long. A reading that takes too long is undefined; the others are returned all the same.
 */
export async function takeSnapshot(readings: Readings): Promise<Snapshot> {
	const soon = async <T>(reading: Promise<T>) =>
		await Promise.race([reading.catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
	const [records, disk, newestBackup, certificateEnd] = await Promise.all([
		soon(readings.records()),
		soon(readings.disk()),
		soon(readings.newestBackup()),
		soon(readings.certificateEnd()),
	])
	return { records, disk, newestBackup, certificateEnd }
}
