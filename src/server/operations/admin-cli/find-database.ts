import type { Config } from '#server/config/config.ts'
import { DataDirBusyError, lockDataDir } from '#server/config/data-dir-lock.ts'
import { runningPostgres } from '#server/platform/db/embedded/cluster.ts'
import { hasPlace } from '#server/platform/db/embedded/place.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import type { ThisSite } from '#server/shop/live-site.ts'

interface FoundDatabase {
	/** The connection strings of the database owner and of the jobs login. */
	ownerUrl: string
	jobsUrl: string
}

/**
 * Finds the shop's database. If it is the embedded one and the shop is not running, starts it, and stops it when `opened` is disposed of.
 * Throws an `Error` with a message for the owner.
 */
export async function findDatabase(
	config: Config,
	opened: AsyncDisposableStack,
	say: (line: string) => void,
): Promise<FoundDatabase> {
	const withLogins = (ownerUrl: string) => {
		const { databaseApiUrl: apiUrl, databaseJobsUrl: jobsUrl } = config
		return { ownerUrl, jobsUrl: preparedLogins({ ownerUrl, apiUrl, jobsUrl }).jobsUrl }
	}
	if (config.databaseUrl !== undefined) return withLogins(config.databaseUrl)
	if (!(await hasPlace(config.dataDir)))
		throw new Error(
			`There is no shop in ${config.dataDir}. Set DATA_DIR to the folder of yours, or start one there with \`npm start\`.`,
		)
	try {
		const lock = await lockDataDir(config.dataDir)
		opened.defer(() => lock.release())
	} catch (error) {
		if (!(error instanceof DataDirBusyError)) throw error
		const url = await runningPostgres(config.dataDir)
		if (url === undefined)
			throw new Error('The shop is just starting or stopping. Try again in a moment.', { cause: error })
		return { ownerUrl: url, jobsUrl: preparedLogins({ ownerUrl: url }).jobsUrl }
	}
	const own = await openOwnDatabase({ dataDir: config.dataDir, log: say })
	opened.defer(() => own.stop())
	return { ownerUrl: own.ownerUrl, jobsUrl: own.logins.jobsUrl }
}

/** Returns the site that the settings describe, to compare it with the site that a database belongs to. */
export function thisSiteOf({ siteUrl, rehearsal }: Pick<Config, 'siteUrl' | 'rehearsal'>): ThisSite {
	return { siteUrl, isRehearsal: rehearsal !== undefined }
}
