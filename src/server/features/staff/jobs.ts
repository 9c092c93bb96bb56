import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { askMail } from '#server/shop/failed-job-words.ts'

/** Emails an invitation to join the admin. */
export const sendInvitationJob = defineJob('send-invitation', {
	payload: z.object({ invitationId: z.uuid() }),
	sendsMail: true,
	whenFailed: {
		what: 'An invitation to the admin was not emailed',
		means: 'The person invited can’t join yet. You can also invite them again.',
		todo: askMail,
	},
})

export const staffJobs = [sendInvitationJob]
