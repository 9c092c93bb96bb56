import { type JobName, jobSchemas } from '#server/platform/jobs/queue.ts'

/** Explains a job that failed permanently, for members who can't read its error. */
interface FailedJob {
	/** What was not done. */
	what: string
	/** What that means for the customer or the shop. */
	means: string
	/** What to do about it. */
	todo: string
}

const askMail =
	'Run the doctor under Settings to check that the shop can send email. Then try again, and it will be sent.'
const askText =
	'Run the doctor under Settings to check that the shop can send texts. In the meantime the user can ask for another.'
const askStripe =
	'Run the doctor under Settings to check that Stripe answers. Then try again: nothing is charged or refunded twice.'
const askDoctor = 'Run the doctor under Settings and follow what it finds. Then try again.'

const askAgain = {
	means: 'The user hasn’t received anything. They can ask again.',
	todo: askMail,
}
const noNews = {
	means: 'The recipients don’t know about it yet. Everything else has been done.',
	todo: askMail,
}
const upkeep = {
	means: 'Customers don’t notice. It runs again automatically at its next scheduled time.',
	todo: askDoctor,
}

const jobs: Readonly<Record<JobName, FailedJob>> = {
	'answer-mail-request': { what: 'An email that somebody asked for was not sent', ...askAgain },
	'send-one-time-token': { what: 'A link or code to sign in or confirm was not emailed', ...askAgain },
	'answer-text-request': {
		what: 'A text that somebody asked for was not sent',
		...{ means: 'They’re waiting for a code that hasn’t come.', todo: askText },
	},
	'send-text': {
		what: 'A code was not texted',
		...{ means: 'The user is waiting for a code that hasn’t come.', todo: askText },
	},
	'send-security-notice': {
		what: 'A customer was not emailed about a change to their account',
		...{
			means: 'The change has been made. If someone else made it, the customer doesn’t know about it.',
			todo: askMail,
		},
	},
	'send-removal-notice': {
		what: 'A customer was not told by email that their second step will be removed',
		...{
			means: 'If someone else recovered the account, the customer doesn’t know that they can stop this.',
			todo: askMail,
		},
	},
	'remove-young-factors': {
		what: 'A second step that an account recovery should have removed is still there',
		...{ means: 'That customer can’t sign in without it.', todo: askDoctor },
	},
	'handle-payment-event': {
		what: 'A message from Stripe was not processed',
		...{
			means: 'A payment, refund or dispute may be missing here, and a buyer may be waiting for a guide.',
			todo: askStripe,
		},
	},
	'send-receipt': {
		what: 'A receipt was not emailed',
		...{ means: 'The buyer has the guide, but not its receipt.', todo: askMail },
	},
	'refund-duplicate': {
		what: 'A guide that was paid for twice was not refunded',
		...{ means: 'The buyer is waiting for their money.', todo: askStripe },
	},
	'settle-payment': {
		what: 'A payment could not be checked with Stripe',
		...{ means: 'The purchase may be out of date here.', todo: askStripe },
	},
	'settle-failed-refund': {
		what: 'A payment could not be checked with Stripe',
		...{ means: 'The purchase may be out of date here.', todo: askStripe },
	},
	'send-payment-notice': { what: 'A buyer was not emailed about a payment that takes days', ...noNews },
	'send-refund-notice': { what: 'A buyer was not emailed about their refund', ...noNews },
	'refund-purchase': {
		what: 'It isn’t known whether a refund was made',
		...{ means: 'The buyer may be waiting for their money.', todo: askStripe },
	},
	'refund-part': {
		what: 'It isn’t known whether a partial refund was made',
		...{ means: 'The buyer may be waiting for their money.', todo: askStripe },
	},
	'close-checkout': {
		what: 'A checkout of a deleted account was not closed',
		...{ means: 'It could still be paid, and would then have to be refunded.', todo: askStripe },
	},
	'confirm-deletion': {
		what: 'Someone was not told by email that their account is deleted',
		...{ means: 'The account is deleted. Their address is kept until they have been told.', todo: askMail },
	},
	'send-invitation': {
		what: 'An invitation to the admin was not emailed',
		...{ means: 'The person invited can’t join yet. You can also invite them again.', todo: askMail },
	},
	'send-test-message': {
		what: 'A test email was not sent',
		...{ means: 'Only a member of the admin is waiting for it.', todo: askMail },
	},
	'send-notice-confirmation': {
		what: 'Someone who wants to know about a release was not asked to confirm their address',
		...{
			means: 'They won’t be emailed about the release until they have confirmed the address.',
			todo: askMail,
		},
	},
	'queue-release-notices': { what: 'The emails about a release were not queued', ...noNews },
	'send-release-notice': { what: 'Someone was not told by email that a guide is out', ...noNews },
	'ask-for-reviews': { what: 'The emails that ask for reviews were not queued', ...upkeep },
	'send-review-request': {
		what: 'A customer was not asked for a review',
		...{ means: 'This does the customer no harm.', todo: askMail },
	},
	'queue-edition-notices': { what: 'The emails about a new edition were not queued', ...noNews },
	'send-edition-notice': { what: 'A customer was not emailed about a new edition', ...noNews },
	'continue-announcement': {
		what: 'An announcement stopped before everybody had received it',
		...{ means: 'The rest have not received it. Nobody has received it twice.', todo: askDoctor },
	},
	'send-announcement': { what: 'A customer was not emailed an announcement', ...noNews },
	'test-announcement': {
		what: 'A test of an announcement was not sent',
		...{ means: 'Only a member of the admin is waiting for it.', todo: askMail },
	},
	'reconcile-purchases': {
		what: 'Unfinished checkouts were not compared with Stripe',
		...{ means: 'A buyer may be waiting for a guide that they have paid for.', todo: askStripe },
	},
	'compare-with-provider': {
		what: 'The shop was not compared with Stripe',
		...{ means: 'A payment, refund or dispute may be missing here.', todo: askStripe },
	},
	'issue-late-receipts': {
		what: 'Receipts for sales made before the shop issued receipts were not written',
		...{
			means: 'Their buyers see no receipt on their account pages. New sales do get one.',
			todo: askDoctor,
		},
	},
	'settle-discount-codes': {
		what: 'A change to a discount code has not reached Stripe',
		means: 'The code may not have started, or may still be usable. Products, Codes says which.',
		todo: askStripe,
	},
	'purge-expired': { what: 'Expired data was not deleted', ...upkeep },
	'back-up': {
		what: 'The shop was not backed up',
		...{ means: 'If its disk failed now, everything since the last backup would be lost.', todo: askDoctor },
	},
	'check-backups': {
		what: 'The backups could not be read to check them',
		...{
			means: 'If one of them is damaged, you won’t know until you need it.',
			todo: askDoctor,
		},
	},
	audit: { what: 'The audit did not run', ...upkeep },
	'raise-alerts': {
		what: 'The shop did not check for what needs you',
		...{ means: 'No alert has been emailed. This page is up to date all the same.', todo: askDoctor },
	},
	'send-alert': {
		what: 'An alert was not emailed',
		means: 'This page says what it was about.',
		todo: askMail,
	},
	'send-summary': {
		what: 'The summary of the day was not emailed',
		...{ means: 'Nothing is missing here.', todo: askMail },
	},
	'refresh-sums': { what: 'The stored sales figures were not brought up to date', ...upkeep },
	'sum-steps': { what: 'The daily counts of steps towards a sale were not updated', ...upkeep },
}

const unknown: FailedJob = {
	what: 'A job of an earlier release has failed',
	...{ means: 'This release doesn’t know what it was for.', todo: askDoctor },
}

/** Explains what the failure of a job means. */
export function describeJob(name: string): FailedJob {
	return isKnown(name) ? jobs[name] : unknown
}

function isKnown(name: string): name is JobName {
	return Object.hasOwn(jobSchemas, name)
}
