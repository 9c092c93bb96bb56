import { z } from 'zod'
import { defineJob, type PayloadOf } from '#server/platform/jobs/define-job.ts'
import { askAgain, askDoctor, askMail, askText } from '#server/shop/failed-job-words.ts'

const mailRequest = z.object({
	kind: z.enum(['otp', 'recovery', 'resend_signup', 'resend_email_change']),
	email: z.string(),
	challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
	redirectTo: z.string(),
	/** Whether the email may create an account, and the metadata for the new account. */
	createUser: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** The caller's network address. */
	from: z.string(),
})
const removal = z.object({ removalId: z.uuid() })
const textRequest = z.object({
	kind: z.enum(['otp', 'resend_sms', 'resend_phone_change']),
	/** In E.164, without the plus sign. */
	phone: z.string(),
	channel: z.enum(['sms', 'whatsapp']),
	/** Whether the message may create an account, and the metadata for the new account. */
	createUser: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** The caller's network address. */
	from: z.string(),
})

/**
 * Sends a requested email if the address has an account or may get one. The account is looked up in the job, so that response
 * times do not reveal whether there is one.
 */
export const answerMailRequestJob = defineJob('answer-mail-request', {
	payload: mailRequest,
	sendsMail: true,
	whenFailed: { what: 'An email that somebody asked for was not sent', ...askAgain },
})

/** Creates the link or code of a one-time token and emails it. The job does both, so that the queue contains no secrets. */
export const sendOneTimeTokenJob = defineJob('send-one-time-token', {
	payload: z.object({ tokenId: z.uuid() }),
	sendsMail: true,
	whenFailed: { what: 'A link or code to sign in or confirm was not emailed', ...askAgain },
})

/**
 * Texts a requested code if the number has an account or may get one. The account is looked up in the job, so that response
 * times do not reveal whether there is one.
 */
export const answerTextRequestJob = defineJob('answer-text-request', {
	payload: textRequest,
	whenFailed: {
		what: 'A text that somebody asked for was not sent',
		means: 'They’re waiting for a code that hasn’t come.',
		todo: askText,
	},
})

/** Creates and texts a code, for a one-time token or a second factor's challenge. Also texts security notices. */
export const sendTextJob = defineJob('send-text', {
	payload: z.union([
		z.object({ tokenId: z.uuid() }),
		z.object({ challengeId: z.uuid() }),
		z.object({ entryId: z.uuid() }),
	]),
	whenFailed: {
		what: 'A code was not texted',
		means: 'The user is waiting for a code that hasn’t come.',
		todo: askText,
	},
})

/** Notifies a user of a change to their account, by email or, if they have only a number, by text. */
export const sendSecurityNoticeJob = defineJob('send-security-notice', {
	payload: z.object({ entryId: z.uuid() }),
	sendsMail: true,
	whenFailed: {
		what: 'A customer was not emailed about a change to their account',
		means: 'The change has been made. If someone else made it, the customer doesn’t know about it.',
		todo: askMail,
	},
})

/** Warns a user that a second factor is about to be removed. */
export const sendRemovalNoticeJob = defineJob('send-removal-notice', {
	payload: removal,
	sendsMail: true,
	whenFailed: {
		what: 'A customer was not told by email that their second step will be removed',
		means: 'If someone else recovered the account, the customer doesn’t know that they can stop this.',
		todo: askMail,
	},
})

/** Removes the recently added second factors of a user who has recovered their account. */
export const removeYoungFactorsJob = defineJob('remove-young-factors', {
	payload: removal,
	whenFailed: {
		what: 'A second step that an account recovery should have removed is still there',
		means: 'That customer can’t sign in without it.',
		todo: askDoctor,
	},
})

/** Confirms the deletion of an account by email, then deletes the address. */
export const confirmDeletionJob = defineJob('confirm-deletion', {
	payload: z.object({ userId: z.uuid() }),
	sendsMail: true,
	whenFailed: {
		what: 'Someone was not told by email that their account is deleted',
		means: 'The account is deleted. Their address is kept until they have been told.',
		todo: askMail,
	},
})

export const accountsJobs = [
	answerMailRequestJob,
	sendOneTimeTokenJob,
	answerTextRequestJob,
	sendTextJob,
	sendSecurityNoticeJob,
	sendRemovalNoticeJob,
	removeYoungFactorsJob,
	confirmDeletionJob,
]

export type MailRequest = PayloadOf<typeof answerMailRequestJob>
export type TextRequest = PayloadOf<typeof answerTextRequestJob>
export type WantedText = PayloadOf<typeof sendTextJob>
