import { hostname } from 'node:os'
import type { Config } from '#server/config/config.ts'
import { findDiskTrouble, findTroubles } from '#server/operations/alerts/find-troubles.ts'
import type { Trouble } from '#server/operations/alerts/trouble.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { createReadings } from '#server/operations/readings/readings.ts'
import { errorCode } from '#server/platform/app-error.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'

const about = 'Alerts'

/**
 * Reports every trouble that would raise an alert, except old backups, which have a check of their own. Also reports who receives
 * the alerts.
 */
export async function checkAlerts(config: Config, jobsUrl: string, clock: Clock): Promise<Finding[]> {
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		const readings = createReadings({ database, config })
		const disk = await readings.disk().catch((error: unknown) => {
			if (errorCode(error) === 'ENOENT') return undefined
			throw error
		})
		const troubles = [
			...(await findTroubles({ database, readings, config, now: clock.now() })).filter(
				({ kind }) => !reportedElsewhere.includes(kind),
			),
			disk && findDiskTrouble({ folder: config.dataDir, ...disk }, hostname()),
		]
		return [
			receiver(config),
			...(disk === undefined ? [noFolder(config)] : []),
			...troubles.flatMap((trouble) => (trouble ? [findingOf(trouble)] : [])),
		]
	} finally {
		await database.close()
	}
}

/** What other checks of the doctor report. */
const reportedElsewhere = ['backup', 'damaged-backups', 'clock']

function noFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding {
	return {
		level: 'error',
		about: 'Settings',
		says: `the folder ${dataDir} doesn’t exist`,
		todo: 'Set DATA_DIR as it is set for the shop, or start the shop, which makes the folder.',
	}
}

function receiver({ alertsTo }: Pick<Config, 'alertsTo'>): Finding {
	return alertsTo === undefined
		? {
				level: 'warning',
				about,
				says: 'nobody receives them',
				todo: 'Set ALERTS_TO to your address, unless another program alerts you.',
			}
		: { level: 'ok', about, says: `${alertsTo} receives them` }
}

function findingOf({ title, facts, todo, command }: Trouble): Finding {
	const details = facts.map(({ label, value }) => `${label}: ${value}`).join('; ')
	return {
		level: 'warning',
		about,
		says: details === '' ? title : `${title} (${details})`,
		todo: `${todo} ${command}`,
	}
}
