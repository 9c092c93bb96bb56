import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { askMail, noNews } from '#server/shop/failed-job-words.ts'

const request = z.object({ requestId: z.uuid() })

/** Emails a buyer that their request has arrived, what it says, and when it was made. */
export const acknowledgeRequestJob = defineJob('acknowledge-request', {
	payload: request,
	sendsMail: true,
	whenFailed: {
		what: 'A buyer was not emailed that their request has arrived',
		means: 'The law asks for this confirmation. The request itself is on record.',
		todo: askMail,
	},
})

/** Emails a buyer the answer to their request. */
export const sendAnswerJob = defineJob('send-request-answer', {
	payload: request,
	sendsMail: true,
	whenFailed: { what: 'A buyer was not emailed the answer to their request', ...noNews },
})

export const requestJobs = [acknowledgeRequestJob, sendAnswerJob]
