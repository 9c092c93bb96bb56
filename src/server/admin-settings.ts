import type { AdminDependencies } from '#server/apis/admin/dependencies.ts'
import { showSettings } from '#server/platform/config/show-settings.ts'

export type AdminChecks = AdminDependencies['checks']

const noCheck = {
	start: () => {
		throw new Error('this server makes no checks')
	},
	lastRun: () => null,
}

/** What the settings page of the admin shows and starts. Without `checks` it can start none. */
export function adminSettings(
	{ namesFromFile = [] }: { namesFromFile?: readonly string[] | undefined },
	checks: AdminChecks = { doctor: noCheck, audit: noCheck },
): Pick<AdminDependencies, 'showSettings' | 'checks'> {
	return { checks, showSettings: () => showSettings({ namesFromFile }) }
}
