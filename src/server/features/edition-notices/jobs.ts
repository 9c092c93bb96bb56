import { z } from 'zod'
import { defineJob, often } from '#server/platform/jobs/define-job.ts'
import { noNews } from '#server/shop/failed-job-words.ts'

const notice = z.object({ noticeId: z.uuid() })

/** Queues the emails about new editions. */
export const queueEditionNoticesJob = defineJob('queue-edition-notices', {
	schedule: often('37 * * * *'),
	whenFailed: { what: 'The emails about a new edition were not queued', ...noNews },
})

/** Emails a user about a new edition of a guide. */
export const sendEditionNoticeJob = defineJob('send-edition-notice', {
	payload: notice,
	sendsMail: true,
	whenFailed: { what: 'A customer was not emailed about a new edition', ...noNews },
})

export const editionNoticesJobs = [queueEditionNoticesJob, sendEditionNoticeJob]
