import type { Config } from '#server/config/config.ts'
import { readAskedTrouble } from '#server/operations/alerts/asked-trouble.ts'
import { readFraudTrouble } from '#server/operations/alerts/fraud-trouble.ts'
import {
	readAuditTroubles,
	readDisputes,
	readFailedJobs,
	readFailedRefunds,
	readHeldTrouble,
	readMissingEvents,
	readRefusedMails,
	readRequestTrouble,
} from '#server/operations/alerts/record-troubles.ts'
import { readRefusalTroubles } from '#server/operations/alerts/refusal-troubles.ts'
import { readRefusedCheckouts } from '#server/operations/alerts/refused-checkouts.ts'
import { readStalePages } from '#server/operations/alerts/stale-pages.ts'
import { readTextTroubles } from '#server/operations/alerts/text-troubles.ts'
import { firstOf, type Trouble } from '#server/operations/alerts/trouble.ts'
import { readTurnoverTrouble } from '#server/operations/alerts/turnover-trouble.ts'
import { DamagedError, ListFault } from '#server/operations/backup/place.ts'
import type { Readings } from '#server/operations/readings/readings.ts'
import { aheadOfDatabase, clockDifference, farApartMs } from '#server/platform/db/clock-difference.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DiskSpace } from '#server/platform/disk.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { dayMs } from '#shared/clock.ts'
import { dayOf, momentOf } from '#shared/dates.ts'

export interface TroubleOptions {
	database: Pick<Database, 'query'>
	readings: Pick<Readings, 'newestBackup' | 'backupCheck' | 'certificateEnd'>
	config: Pick<Config, 'isPublic' | 'siteUrl' | 'backupTo' | 'backupDailyAt'> & Partial<Pick<Config, 'money'>>
	now: Date
}

export const oldestBackupMs = 2 * dayMs
const certificateMs = 14 * dayMs
const leastFree = 0.1

/**
 * Returns every trouble that looks the same from all servers; `startWatch` finds the others. Leaves out the certificate if it
 * cannot be read now.
 */
export async function findTroubles(options: TroubleOptions): Promise<Trouble[]> {
	const { database, now } = options
	const found = [
		await readRefusedCheckouts(database, now),
		await readHeldTrouble(database),
		await readDisputes(database, now),
		await readFraudTrouble(database, now),
		await readRequestTrouble(database),
		await readFailedRefunds(database, now),
		await readMissingEvents(database, now),
		await readRefusedMails(database),
		await readTextTroubles(database, now),
		await readFailedJobs(database),
		await readAuditTroubles(database),
		expectsBackups(options.config) ? await findBackupTrouble(options) : undefined,
		await findDamagedBackups(options),
		await findCertificateTrouble(options),
		await findClockTrouble(database),
		await readStalePages(database),
		await readAskedTrouble(database),
		// Whoever has registered for VAT is past the threshold.
		options.config.money?.vatNumber === undefined ? await readTurnoverTrouble(database, now) : undefined,
		...(await readRefusalTroubles(database, now)),
	]
	return found.filter((trouble) => trouble !== undefined)
}

type BackupOptions = Pick<TroubleOptions, 'readings' | 'config' | 'now'>

/** Returns whether alerts report a missing backup. On a local run without any setting for backups, only the admin does. */
function expectsBackups({ isPublic, backupTo, backupDailyAt }: TroubleOptions['config']): boolean {
	return isPublic || backupTo !== undefined || backupDailyAt !== undefined
}

/**
 * Returns a trouble if there is no backup, or if the backups can't be read. If the shop is expected to be backed up, also if the
 * newest backup is old.
 */
export async function findBackupTrouble({
	readings,
	config,
	now,
}: BackupOptions): Promise<Trouble | undefined> {
	const common = {
		kind: 'backup' as const,
		todo: 'Set BACKUP_DAILY_AT for one every day. To make one now, or to see what prevents it, run:',
		command: commandPages.backup.command,
	}
	let newest: Date | undefined
	try {
		newest = await readings.newestBackup()
	} catch (error) {
		return {
			...common,
			title: 'The backups can’t be read',
			meaning:
				error instanceof ListFault
					? error.message
					: error instanceof DamagedError
						? `${error.message} Until then, no new backup can be made.`
						: 'The place in BACKUP_TO doesn’t answer, so new backups can’t be stored there either.',
			facts: [],
			cases: [{ id: 'unreadable', repeats: true }],
		}
	}
	if (newest === undefined)
		return {
			...common,
			title: 'There is no backup',
			meaning: 'If the database is lost, so is the record of who bought what.',
			facts: [],
			cases: [{ id: 'none', repeats: false }],
		}
	if (!expectsBackups(config) || now.getTime() - newest.getTime() <= oldestBackupMs) return undefined
	return {
		...common,
		title: `The newest backup is ${Math.floor((now.getTime() - newest.getTime()) / dayMs)} days old`,
		meaning: 'If the database is lost, so is everything since.',
		facts: [{ label: 'Newest backup', value: momentOf(newest) }],
		cases: [{ id: 'old', repeats: true }],
	}
}

/** Returns a trouble if the last check of all backups found that some are damaged. */
async function findDamagedBackups({
	readings,
}: Pick<TroubleOptions, 'readings'>): Promise<Trouble | undefined> {
	const check = await readings.backupCheck().catch(() => undefined)
	if (check === undefined || check.faults.length === 0) return undefined
	return {
		kind: 'damaged-backups',
		title: 'Backups are damaged',
		meaning:
			'Some of what is stored in BACKUP_TO is no longer what was backed up. A restore brings back the rest, and says what is missing.',
		facts: firstOf(check.faults.map((value, index) => ({ label: index === 0 ? 'Damaged' : 'And', value }))),
		todo: 'Make a new backup with npm run backup, which stores damaged files again. Find out what changes files there, because it may be a disk that is failing. Then check again:',
		command: commandPages.checkBackups.command,
		cases: [{ id: check.checkedAt, repeats: false }],
	}
}

async function findCertificateTrouble({
	readings,
	config,
	now,
}: TroubleOptions): Promise<Trouble | undefined> {
	const end = await readings.certificateEnd().catch(() => undefined)
	if (end === undefined || end.getTime() - now.getTime() > certificateMs) return undefined
	return {
		kind: 'certificate',
		title: end > now ? 'The certificate is about to expire' : 'The certificate has expired',
		meaning: `Browsers refuse ${new URL(config.siteUrl).host} without a valid certificate. Caddy and certbot renew certificates a month before they expire, so something is stopping that. Their log says what.`,
		facts: [{ label: 'Expires on', value: dayOf(end) }],
		todo: 'If certbot renews it, run this on the machine that terminates TLS, and reload the proxy:',
		command: 'certbot renew',
		cases: [{ id: 'end', repeats: true }],
	}
}

/** Returns a trouble if the clock of this machine and the database's are far apart. */
async function findClockTrouble(database: Pick<Database, 'query'>): Promise<Trouble | undefined> {
	const ahead = await aheadOfDatabase(database)
	if (Math.abs(ahead) <= farApartMs) return undefined
	return {
		kind: 'clock',
		title: `The clock of this server is ${clockDifference(ahead)} the database’s`,
		meaning:
			'One of the two is wrong. If it’s the server’s, codes from authenticator apps and Stripe’s events are refused.',
		facts: [],
		todo: 'On the machine whose clock is wrong, set it by a time server. The doctor compares both with Stripe’s, and says which it is:',
		command: commandPages.doctor.command,
		cases: [{ id: 'apart', repeats: true }],
	}
}

interface Disk extends DiskSpace {
	folder: string
}

/** Returns a trouble if a disk is nearly full; undefined otherwise. */
export function findDiskTrouble(
	{ folder, freeBytes, totalBytes }: Disk,
	machine: string,
): Trouble | undefined {
	if (freeBytes >= totalBytes * leastFree) return undefined
	return {
		kind: `disk ${machine}`,
		title: 'The disk is nearly full',
		meaning: 'Once it is full, files can’t be stored, and if the database is on it, nothing can be bought.',
		facts: [
			{
				label: 'Free',
				value: `${Math.floor((100 * freeBytes) / totalBytes)} %: ${gigabytes(freeBytes)} of ${gigabytes(totalBytes)}`,
			},
			{ label: 'Folder', value: folder },
			{ label: 'Machine', value: machine },
		],
		todo: 'See what takes up the space, then remove what isn’t needed or use a larger disk:',
		command: `du -xh --max-depth=2 ${folder} | sort -h | tail`,
		cases: [{ id: folder, repeats: true }],
	}
}

function gigabytes(bytes: number): string {
	return `${(bytes / 1e9).toFixed(1)} GB`
}
