import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { askMail } from '#server/shop/failed-job-words.ts'

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
