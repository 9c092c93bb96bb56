import { z } from 'zod'
import type { AdminDependencies, LongCheck } from '#server/admin-api/dependencies.ts'
import { acting, reading } from '#server/admin-api/operation.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import type { Decided, Plan } from '#server/shop/plan.ts'
import { settingsApi } from '#shared/admin/settings.ts'

export const settings = reading(settingsApi.settings, {
	does: 'lists every setting and its source; for a secret, only whether it is set',
	roles: ['owner'],
	read: async ({ showSettings }) => ({ areas: showSettings() }),
})

const auditSchema = z.object({ finished_at: z.date(), differences: z.int() })

export const doctor = reading(settingsApi.doctor, {
	does: 'shows the findings of the doctor’s latest run since the shop started, even during the run',
	roles: ['owner'],
	read: async ({ checks }) => ({ run: checks.doctor.lastRun() }),
})

export const runDoctor = acting(settingsApi['run-doctor'], {
	does: 'starts the doctor, as `npm run doctor` does',
	roles: ['owner'],
	plan: async (admin, _input, decided) =>
		planRun(admin, {
			decided,
			command: 'run-doctor',
			check: admin.checks.doctor,
			will: [
				'Checks the settings, the database, the files, Stripe, the pages, the mail and the backups. Nothing changes for customers.',
				'Sends one short email to the seller’s address, to see whether mail gets through.',
			],
		}),
})

export const audit = reading(settingsApi.audit, {
	does: 'shows the result of the last audit, and the progress of one that a member has started',
	roles: ['owner'],
	read: async ({ database, checks }) => {
		const latest = await maybeOne(
			database,
			sql`select finished_at, differences from shop.latest_audit`,
			auditSchema,
		)
		return {
			latest: latest ?? null,
			run: checks.audit.lastRun(),
		}
	},
})

export const runAudit = acting(settingsApi['run-audit'], {
	does: 'starts the audit, which otherwise runs every night',
	roles: ['owner'],
	plan: async (admin, _input, decided) =>
		planRun(admin, {
			decided,
			command: 'run-audit',
			check: admin.checks.audit,
			will: [
				'Compares the payments of the last 120 days with Stripe’s, as it does every night. It changes nothing.',
				'If there are many payments, this takes a few minutes. You can leave the page while it runs.',
			],
		}),
})

interface PlannedRun {
	decided: Decided
	command: string
	check: LongCheck<{ finished_at: string | null }>
	will: readonly string[]
}

/** Plans to start a check. The plan is empty while the check is running. */
function planRun({ database }: AdminDependencies, { decided, command, check, will }: PlannedRun): Plan<null> {
	const last = check.lastRun()
	return {
		will: last !== null && last.finished_at === null ? [] : will,
		act: async () => {
			await database.asServer((tx) => recordAct(tx, { ...decided, command }))
			check.start()
			return null
		},
	}
}
