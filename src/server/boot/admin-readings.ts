import type { AdminDependencies, Trouble } from '#server/admin-api/dependencies.ts'
import type { Config } from '#server/config/config.ts'
import { showSettings } from '#server/config/show-settings.ts'
import { readConfirmedClaims, readMarketingClaims } from '#server/features/claims/read-claims.ts'
import {
	findBackupTrouble,
	findTroubles,
	type TroubleOptions,
} from '#server/operations/alerts/find-troubles.ts'
import { type Readings, takeSnapshot } from '#server/operations/readings/readings.ts'
import { readShopVersion } from '#server/platform/shop-version.ts'
import type { Clock } from '#shared/clock.ts'

interface ReadingsOptions extends Omit<TroubleOptions, 'now' | 'readings'> {
	readings: Readings
	config: TroubleOptions['config'] & { site?: Pick<Config['site'], 'marketingClaims'> }
	clock: Clock
}

/** Returns the functions that read what the first page of the admin shows, from the same sources as the alerts and the metrics. */
export function adminReadings({
	readings,
	clock,
	...options
}: ReadingsOptions): Pick<AdminDependencies, 'readTroubles' | 'readHealth'> {
	return {
		readTroubles: async () => {
			const now = clock.now()
			const troubles = await findTroubles({ ...options, readings, now })
			const backup = await findBackupTrouble({ ...options, readings, now })
			return [
				...troubles,
				...(backup === undefined || troubles.some(({ kind }) => kind === 'backup') ? [] : [backup]),
				...(await claimsNotConfirmed(options)),
			]
		},
		readHealth: async () => {
			const [{ records, newestBackup }, backupsReadable, version] = await Promise.all([
				takeSnapshot(readings),
				readings.newestBackup().then(
					() => true,
					() => false,
				),
				readShopVersion(),
			])
			return { records, newestBackup, backupsReadable, version }
		},
	}
}

const longestText = 120

/** Returns an entry about the marketing claims that a public site does not show because the owner has not confirmed them. */
async function claimsNotConfirmed({
	config: { isPublic, site },
	database,
}: Pick<ReadingsOptions, 'config' | 'database'>): Promise<Trouble[]> {
	if (!isPublic || site === undefined) return []
	const shown = [...site.marketingClaims, ...(await readConfirmedClaims(database))]
	const open = (await readMarketingClaims(database)).filter(({ id }) => !shown.includes(id))
	const facts = open.map(({ id, text }) => ({ label: id, value: shortened(text) }))
	if (open.length === 0) return []
	return [
		{
			kind: 'claims',
			title:
				open.length === 1
					? 'A marketing claim isn’t confirmed'
					: `${open.length} marketing claims aren’t confirmed`,
			meaning: 'The shop doesn’t show them. Invented ratings and reviews are an offence in the UK.',
			facts,
			todo: 'Under Products, Claims, confirm those that are true and that you can prove, or add their ids to this setting and restart the shop:',
			command: 'CONFIRMED_MARKETING_CLAIMS',
		},
	]
}

function shortened(text: string): string {
	return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

export type AdminChecks = AdminDependencies['checks']

const noCheck = {
	start: () => {
		throw new Error('this server makes no checks')
	},
	lastRun: () => null,
}

/** Returns what the settings page of the admin shows, and the checks that it can start. Without `checks`, it can start none. */
export function adminSettings(
	{ namesFromFile = [] }: { namesFromFile?: readonly string[] | undefined },
	checks: AdminChecks = { doctor: noCheck, audit: noCheck },
): Pick<AdminDependencies, 'showSettings' | 'checks'> {
	return { checks, showSettings: () => showSettings({ namesFromFile }) }
}
