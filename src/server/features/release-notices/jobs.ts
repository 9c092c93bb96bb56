import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { askMail } from '#server/shop/failed-job-words.ts'

/** Emails the link with which a visitor confirms that they want an email about a release. */
export const sendNoticeConfirmationJob = defineJob('send-notice-confirmation', {
	payload: z.object({ noticeId: z.uuid() }),
	sendsMail: true,
	whenFailed: {
		what: 'Someone who wants to know about a release was not asked to confirm their address',
		means: 'They won’t be emailed about the release until they have confirmed the address.',
		todo: askMail,
	},
})
