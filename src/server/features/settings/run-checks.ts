import { defineAct } from '#server/admin-api/define-act.ts'
import type { BackgroundCheck } from '#server/admin-api/dependencies.ts'
import { reading } from '#server/admin-api/operation.ts'
import { readLatestAudit } from '#server/shop/latest-audit.ts'
import type { PlannedAct } from '#server/shop/plan.ts'
import { settingsApi } from '#shared/admin/settings.ts'

const roles = ['owner'] as const

export const settingOperations = {
	settings: reading(settingsApi.settings, {
		does: 'lists every setting and its source; for a secret, only whether it is set',
		roles,
		read: async ({ showSettings }) => ({ areas: showSettings() }),
	}),
	doctor: reading(settingsApi.doctor, {
		does: 'shows the findings of the doctor’s latest run since the shop started, even during the run',
		roles,
		read: async ({ checks }) => ({ run: checks.doctor.lastRun() }),
	}),
	'run-doctor': defineAct(settingsApi['run-doctor'], {
		does: 'starts the doctor, as `npm run doctor` does',
		log: 'Started the doctor',
		roles,
		plan: async ({ checks }) =>
			planRun(checks.doctor, [
				'Checks the settings, the database, the files, Stripe, the pages, the mail and the backups. Nothing changes for customers.',
				'Sends one short email to the seller’s address, to see whether mail gets through.',
			]),
	}),
	audit: reading(settingsApi.audit, {
		does: 'shows the result of the last audit, and the progress of one that a member has started',
		roles,
		read: async ({ database, checks }) => ({
			latest: (await readLatestAudit(database)) ?? null,
			run: checks.audit.lastRun(),
		}),
	}),
	'run-audit': defineAct(settingsApi['run-audit'], {
		does: 'starts the audit, which otherwise runs every night',
		log: 'Started the audit',
		roles,
		plan: async ({ checks }) =>
			planRun(checks.audit, [
				'Compares the payments of the last 120 days with Stripe’s, as it does every night. It changes nothing.',
				'If there are many payments, this takes a few minutes. You can leave the page while it runs.',
			]),
	}),
}

/** Plans to start a check. The plan has no sentences while the check is running. */
function planRun(
	check: BackgroundCheck<{ finished_at: string | null }>,
	will: readonly string[],
): PlannedAct<null> {
	const last = check.lastRun()
	return {
		will: last !== null && last.finished_at === null ? [] : will,
		execute: async () => ({}),
		afterwards: async () => check.start(),
	}
}
