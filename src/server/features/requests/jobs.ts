import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { askAgain, askMail, noNews } from '#server/shop/failed-job-words.ts'

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

/** Emails a user that what they ask about their data has arrived. */
export const acknowledgeDataRequestJob = defineJob('acknowledge-data-request', {
	payload: request,
	sendsMail: true,
	whenFailed: {
		what: 'Somebody was not emailed that their request about data has arrived',
		means: 'The law asks for this confirmation within 30 days. The request itself is on record.',
		todo: askMail,
	},
})

/** Emails a user the answer to what they ask about their data. */
export const sendDataAnswerJob = defineJob('send-data-answer', {
	payload: request,
	sendsMail: true,
	whenFailed: { what: 'Somebody was not emailed the answer to their request about data', ...noNews },
})

/** Emails the link to a purchase, if the address and the number of the receipt belong together. */
export const sendRequestLinkJob = defineJob('send-request-link', {
	payload: z.object({ email: z.string(), receipt: z.string() }),
	sendsMail: true,
	whenFailed: { what: 'A buyer was not emailed the link to cancel a purchase', ...askAgain },
})

/** Emails the link with which somebody who is signed out asks about their data. */
export const sendDataLinkJob = defineJob('send-data-link', {
	payload: z.object({ email: z.string() }),
	sendsMail: true,
	whenFailed: { what: 'Somebody was not emailed the link to ask about their data', ...askAgain },
})

export const requestJobs = [
	acknowledgeRequestJob,
	sendAnswerJob,
	acknowledgeDataRequestJob,
	sendDataAnswerJob,
	sendRequestLinkJob,
	sendDataLinkJob,
]
