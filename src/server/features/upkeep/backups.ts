import { defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { reading } from '#server/admin-api/operation.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import { backupsApi } from '#shared/admin/backups.ts'
import { beginRun, isUnderWay, type RunKind, readLatestRun } from './backup-runs.ts'
import { type AskedRun, backUpJob, checkBackupsJob } from './jobs.ts'

const roles = ['owner'] as const

export const backupOperations = {
	backups: reading(backupsApi.backups, {
		does: 'lists the backups with the result of the last check, and shows how far the latest run on any server is',
		roles,
		read: async ({ database, clock, backups: { place, dailyAt, read } }) => ({
			place: place ?? null,
			// A place that can't be read just now is shown as such: the rest of the page is of use all the same.
			stored: place === undefined ? null : await read().catch(() => null),
			daily_at: dailyAt ?? null,
			run: (await readLatestRun(database, clock.now())) ?? null,
		}),
	}),
	'back-up': defineAct(backupsApi['back-up'], {
		does: 'backs up the database and the private files, as `npm run backup` does',
		log: 'Started a backup',
		roles,
		plan: async (admin, _input, { by }) =>
			await planRun(admin, { kind: 'backup', by, job: backUpJob }, [
				'Copies the database, as of this moment, and the private files to the place of the backups. The shop goes on selling.',
				'Removes the oldest backups beyond the number that is kept.',
			]),
	}),
	'check-backups': defineAct(backupsApi['check-backups'], {
		does: 'reads every byte of all backups, as `npm run backup -- check` does',
		log: 'Started a check of the backups',
		roles,
		plan: async (admin, _input, { by }) =>
			await planRun(admin, { kind: 'check', by, job: checkBackupsJob }, [
				'Reads every byte of all backups, and compares it with what was backed up. Nothing changes.',
			]),
	}),
}

interface RunToPlan {
	kind: RunKind
	by: string
	job: Job<AskedRun>
}

async function planRun(
	{ database, clock, backups: { place } }: AdminDependencies,
	{ kind, by, job }: RunToPlan,
	will: readonly string[],
): Promise<PlannedAct<null>> {
	if (place === undefined)
		throw new DecisionError(
			'There’s no place for backups yet. Set BACKUP_TO on the server to a folder on another disk, or better to a bucket at another provider, and start the shop again.',
		)
	if (await isUnderWay(database, clock.now())) throw underWay()
	return {
		will,
		execute: async (tx) => {
			const runId = await beginRun(tx, { kind, by, now: clock.now() })
			if (runId === undefined) throw underWay()
			await addJob(tx, job, { runId })
			return { details: { kind }, answer: null }
		},
	}
}

function underWay(): DecisionError {
	return new DecisionError('A backup or a check of the backups is under way. Wait until it has ended.')
}
