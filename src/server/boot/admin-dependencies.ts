import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { exportForOwner } from '#server/apis/auth/account/export-account.ts'
import { requestEmailChangeByOwner } from '#server/apis/auth/user/change-email.ts'
import { type AuthSettings, defaultAuthSettings } from '#server/config/auth-settings.ts'
import { readMailTexts } from '#server/features/content/mail-texts.ts'
import { createShopIcons } from '#server/features/icons/shop-icons.ts'
import type { Readings } from '#server/operations/readings/readings.ts'
import { type AdminChecks, adminReadings, adminSettings } from './admin-readings.ts'
import { samplesOf } from './sample-emails.ts'
import { showBackups } from './show-backups.ts'
import type { SystemOptions } from './system.ts'

type Given =
	| 'adminUrl'
	| 'database'
	| 'rateLimits'
	| 'files'
	| 'payments'
	| 'askPayments'
	| 'shop'
	| 'clock'
	| 'log'
	| 'previews'

interface Parts extends Pick<AdminDependencies, Given> {
	config: SystemOptions['config']
	readings: Readings
	/** The settings of accounts that differ from the defaults. */
	auth?: Partial<AuthSettings> | undefined
	checks?: AdminChecks | undefined
}

/** Puts together what the operations of the admin work with, for the server and for the admin CLI. */
export function adminDependenciesOf({ auth, checks, readings, ...parts }: Parts): AdminDependencies {
	const { config, database, files, shop, clock } = parts
	const icons = createShopIcons({ database, files })
	const { siteUrl } = config
	return {
		...parts,
		eraseAccount,
		exportAccount: (userId, now) => exportForOwner({ database, siteUrl }, userId, now),
		requestAddress: (tx, userId, email, now) =>
			requestEmailChangeByOwner(tx, { userId, email, siteUrl, now }, { ...defaultAuthSettings, ...auth }),
		readMark: () => icons.read('mail.png'),
		readMailTexts: () => readMailTexts(database),
		...adminReadings({ database, readings, config, clock }),
		...adminSettings(config, checks),
		backups: showBackups(config),
		sampleEmails: samplesOf({ config, shop, database }),
	}
}
