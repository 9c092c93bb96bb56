import { z } from 'zod'
import { defineJob, often } from '#server/platform/jobs/define-job.ts'
import { askMail, noNews } from '#server/shop/failed-job-words.ts'

const notice = z.object({ noticeId: z.uuid() })

/** Emails the link with which a visitor confirms that they want an email about a release. */
export const sendNoticeConfirmationJob = defineJob('send-notice-confirmation', {
	payload: notice,
	sendsMail: true,
	whenFailed: {
		what: 'Someone who wants to know about a release was not asked to confirm their address',
		means: 'They won’t be emailed about the release until they have confirmed the address.',
		todo: askMail,
	},
})

/** Queues the emails about products that have been released. */
export const queueReleaseNoticesJob = defineJob('queue-release-notices', {
	schedule: often('*/5 * * * *'),
	whenFailed: { what: 'The emails about a release were not queued', ...noNews },
})

/** Emails the news of a product's release to an address that asked for it. */
export const sendReleaseNoticeJob = defineJob('send-release-notice', {
	payload: notice,
	sendsMail: true,
	whenFailed: { what: 'Someone was not told by email that a guide is out', ...noNews },
})

export const releaseNoticesJobs = [sendNoticeConfirmationJob, queueReleaseNoticesJob, sendReleaseNoticeJob]
