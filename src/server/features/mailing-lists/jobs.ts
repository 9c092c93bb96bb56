import { z } from 'zod'
import { defineJob, often } from '#server/platform/jobs/define-job.ts'
import { upkeep } from '#server/shop/failed-job-words.ts'

/** Queues the emails of the mailing lists: about releases and new editions, announcements, and those that ask for reviews. */
export const queueMailingsJob = defineJob('queue-mailings', {
	payload: z.object({ lists: z.array(z.string()).optional() }),
	schedule: often('*/5 * * * *'),
	whenFailed: {
		what: 'Emails about releases, new editions or announcements, or those that ask for reviews, were not queued',
		...upkeep,
	},
})

/** The names under which earlier releases queued the emails of one list. */
export const formerQueueJobs = [
	'queue-release-notices',
	'queue-edition-notices',
	'ask-for-reviews',
	'continue-announcement',
].map((name) => defineJob(name, { whenFailed: queueMailingsJob.whenFailed }))
