import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { askDoctor, askMail, noNews } from '#server/shop/failed-job-words.ts'

/** Queues the next emails of an announcement. */
export const continueAnnouncementJob = defineJob('continue-announcement', {
	payload: z.object({ announcementId: z.uuid() }),
	whenFailed: {
		what: 'An announcement stopped before everybody had received it',
		means: 'The rest have not received it. Nobody has received it twice.',
		todo: askDoctor,
	},
})

/** Emails an announcement to one user. */
export const sendAnnouncementJob = defineJob('send-announcement', {
	payload: z.object({ mailId: z.uuid() }),
	sendsMail: true,
	whenFailed: { what: 'A customer was not emailed an announcement', ...noNews },
})

/** Emails the draft of an announcement to the member of staff who asked for it. */
export const testAnnouncementJob = defineJob('test-announcement', {
	payload: z.object({ announcementId: z.uuid(), actId: z.uuid() }),
	sendsMail: true,
	whenFailed: {
		what: 'A test of an announcement was not sent',
		means: 'Only a member of the admin is waiting for it.',
		todo: askMail,
	},
})

export const announcementsJobs = [continueAnnouncementJob, sendAnnouncementJob, testAnnouncementJob]
