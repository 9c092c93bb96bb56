import { z } from 'zod'
import { defineJob, everyDay, everyMonday, often } from '#server/platform/jobs/define-job.ts'
import { askDoctor, askMail, upkeep } from '#server/shop/failed-job-words.ts'

/** Removes expired counters, tokens, flow states and sessions. */
export const purgeExpiredJob = defineJob('purge-expired', {
	schedule: often('17 * * * *'),
	whenFailed: { what: 'Expired data was not deleted', ...upkeep },
})

/** A run that a member has begun; none if the job is scheduled. */
const askedRun = z.looseObject({ runId: z.uuid().optional() })
export type AskedRun = z.infer<typeof askedRun>

/** Backs up the shop. */
export const backUpJob = defineJob('back-up', {
	payload: askedRun,
	whenFailed: {
		what: 'The shop was not backed up',
		means: 'If its disk failed now, everything since the last backup would be lost.',
		todo: askDoctor,
	},
})

/** Reads every byte of all backups. */
export const checkBackupsJob = defineJob('check-backups', {
	payload: askedRun,
	schedule: everyMonday('04:41'),
	whenFailed: {
		what: 'The backups could not be read to check them',
		means: 'If one of them is damaged, you won’t know until you need it.',
		todo: askDoctor,
	},
})

/** Compares payments with the provider's, as `npm run audit` does. */
export const auditJob = defineJob('audit', {
	schedule: everyDay('02:23'),
	whenFailed: { what: 'The audit did not run', ...upkeep },
})

/** Looks for what needs the owner, and queues the emails about it. */
export const raiseAlertsJob = defineJob('raise-alerts', {
	schedule: often('*/5 * * * *'),
	whenFailed: {
		what: 'The shop did not check for what needs you',
		means: 'No alert has been emailed. This page is up to date all the same.',
		todo: askDoctor,
	},
})

/** Emails the owner an alert of one kind. */
export const sendAlertJob = defineJob('send-alert', {
	payload: z.object({ kind: z.string() }),
	sendsMail: true,
	whenFailed: { what: 'An alert was not emailed', means: 'This page says what it was about.', todo: askMail },
})

/** Emails the owner what happened in the past day. */
export const sendSummaryJob = defineJob('send-summary', {
	sendsMail: true,
	whenFailed: {
		what: 'The summary of the day was not emailed',
		means: 'Nothing is missing here.',
		todo: askMail,
	},
})

export const upkeepJobs = [
	purgeExpiredJob,
	backUpJob,
	checkBackupsJob,
	auditJob,
	raiseAlertsJob,
	sendAlertJob,
	sendSummaryJob,
]
