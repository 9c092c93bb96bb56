import { z } from 'zod'
import { defineJob, often } from '#server/platform/jobs/define-job.ts'
import { askMail, upkeep } from '#server/shop/failed-job-words.ts'

/** Queues the emails that ask for reviews. */
export const askForReviewsJob = defineJob('ask-for-reviews', {
	schedule: often('29 * * * *'),
	whenFailed: { what: 'The emails that ask for reviews were not queued', ...upkeep },
})

/** Asks a user by email for a review of a guide. */
export const sendReviewRequestJob = defineJob('send-review-request', {
	payload: z.object({ userId: z.uuid(), catalogueId: z.string() }),
	sendsMail: true,
	whenFailed: {
		what: 'A customer was not asked for a review',
		means: 'This does the customer no harm.',
		todo: askMail,
	},
})

export const reviewsJobs = [askForReviewsJob, sendReviewRequestJob]
