import { type JobName, jobSchemas } from '#server/platform/jobs/queue.ts'

/** Explains a job that has failed for good to members who can't read its error. */
interface FailedJob {
	/** What was not done. */
	what: string
	/** What that means for the customer or the shop. */
	means: string
	/** What to do about it. */
	todo: string
}

const askMail =
	'Check under Settings, with the doctor, that the shop can send email. Then try again, and it’s sent.'
const askText =
	'Check under Settings, with the doctor, that the shop can send texts. The user can ask for another meanwhile.'
const askStripe =
	'Check under Settings, with the doctor, that Stripe answers. Then try again: nothing is charged or refunded twice.'
const askDoctor = 'Run the doctor under Settings and follow what it finds. Then try again.'

const askAgain = {
	means: 'The user has nothing in their mailbox. They can ask again.',
	todo: askMail,
}
const noNews = { means: 'They don’t know about it yet. Nothing else is missing.', todo: askMail }
const upkeep = { means: 'No customer notices. It’s done again by itself at its next time.', todo: askDoctor }

const jobs: Readonly<Record<JobName, FailedJob>> = {
	'answer-mail-request': { what: 'An email that somebody asked for was not sent', ...askAgain },
	'send-one-time-token': { what: 'A link or code to sign in or confirm was not emailed', ...askAgain },
	'answer-text-request': {
		what: 'A text that somebody asked for was not sent',
		...{ means: 'They wait for a code that doesn’t come.', todo: askText },
	},
	'send-text': {
		what: 'A code was not texted',
		...{ means: 'They wait for a code that doesn’t come.', todo: askText },
	},
	'send-security-notice': {
		what: 'A customer was not emailed about a change to their account',
		...{ means: 'The change is made. If it wasn’t theirs, they don’t know of it.', todo: askMail },
	},
	'send-removal-notice': {
		what: 'A customer was not emailed that their second step will be removed',
		...{ means: 'They can’t stop it if it wasn’t them.', todo: askMail },
	},
	'remove-young-factors': {
		what: 'A second step that a recovery asked to remove is still there',
		...{ means: 'That customer can’t sign in without it.', todo: askDoctor },
	},
	'handle-payment-event': {
		what: 'A message from Stripe was not dealt with',
		...{
			means: 'A payment, refund or dispute may be missing here, and a buyer may wait for a guide.',
			todo: askStripe,
		},
	},
	'send-receipt': {
		what: 'A receipt was not emailed',
		...{ means: 'The buyer has the guide, but not its receipt.', todo: askMail },
	},
	'refund-duplicate': {
		what: 'A guide that was paid for twice was not refunded',
		...{ means: 'The buyer waits for their money.', todo: askStripe },
	},
	'settle-payment': {
		what: 'Stripe could not be asked about a payment',
		...{ means: 'The purchase may show an old state here.', todo: askStripe },
	},
	'settle-failed-refund': {
		what: 'Stripe could not be asked about a payment',
		...{ means: 'The purchase may show an old state here.', todo: askStripe },
	},
	'send-refund-notice': { what: 'A buyer was not emailed about their refund', ...noNews },
	'refund-purchase': {
		what: 'It isn’t known whether a refund was made',
		...{ means: 'The buyer may wait for their money.', todo: askStripe },
	},
	'refund-part': {
		what: 'It isn’t known whether a part was refunded',
		...{ means: 'The buyer may wait for their money.', todo: askStripe },
	},
	'close-checkout': {
		what: 'A checkout of a deleted account was not closed',
		...{ means: 'It could still be paid, and would then have to be refunded.', todo: askStripe },
	},
	'confirm-deletion': {
		what: 'Somebody was not emailed that their account is deleted',
		...{ means: 'The account is deleted. Their address is kept until they have been told.', todo: askMail },
	},
	'send-invitation': {
		what: 'An invitation to the admin was not emailed',
		...{ means: 'Nobody new can come in by it. You can also invite them again.', todo: askMail },
	},
	'send-test-message': {
		what: 'A test email was not sent',
		...{ means: 'Only a member waits for it.', todo: askMail },
	},
	'send-notice-confirmation': {
		what: 'An address that wants to hear of a release was not asked to confirm',
		...{ means: 'They won’t hear of the release until they do.', todo: askMail },
	},
	'queue-release-notices': { what: 'The emails about a release were not queued', ...noNews },
	'send-release-notice': { what: 'Somebody was not emailed that a guide is out', ...noNews },
	'ask-for-reviews': { what: 'The emails that ask for reviews were not queued', ...upkeep },
	'send-review-request': {
		what: 'A customer was not asked for a review',
		...{ means: 'They lose nothing by it.', todo: askMail },
	},
	'queue-edition-notices': { what: 'The emails about a new edition were not queued', ...noNews },
	'send-edition-notice': { what: 'A customer was not emailed about a new edition', ...noNews },
	'continue-announcement': {
		what: 'An announcement stopped before everybody had it',
		...{ means: 'The rest have not received it. Nobody has received it twice.', todo: askDoctor },
	},
	'send-announcement': { what: 'A customer was not emailed an announcement', ...noNews },
	'test-announcement': {
		what: 'A test of an announcement was not sent',
		...{ means: 'Only a member waits for it.', todo: askMail },
	},
	'reconcile-purchases': {
		what: 'Checkouts that nobody finished were not compared with Stripe',
		...{ means: 'A buyer may wait for a guide that they have paid for.', todo: askStripe },
	},
	'compare-with-provider': {
		what: 'The shop was not compared with Stripe',
		...{ means: 'A payment, refund or dispute may be missing here.', todo: askStripe },
	},
	'issue-late-receipts': {
		what: 'Receipts of sales from before the shop wrote receipts were not written',
		...{ means: 'Their buyers see none on their account pages. New sales have theirs.', todo: askDoctor },
	},
	'settle-discount-codes': {
		what: 'A discount code was not brought into line at Stripe',
		means: 'It may not begin, or not be off yet. Products, Codes says which.',
		todo: askStripe,
	},
	'purge-expired': { what: 'What has expired was not deleted', ...upkeep },
	'back-up': {
		what: 'The shop was not backed up',
		...{ means: 'If its disk failed now, what came since the last backup would be lost.', todo: askDoctor },
	},
	audit: { what: 'The audit did not run', ...upkeep },
	'raise-alerts': {
		what: 'The shop did not look for what needs you',
		...{ means: 'No alert has been emailed. This page is still right.', todo: askDoctor },
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
	'refresh-sums': { what: 'The stored movements and sums were not brought up to date', ...upkeep },
	'sum-steps': { what: 'The steps towards sales were not summed up', ...upkeep },
}

const unknown: FailedJob = {
	what: 'Something that a release before this one did has failed',
	...{ means: 'This release can’t say what it was.', todo: askDoctor },
}

/** Explains what the failure of a job means. */
export function describeJob(name: string): FailedJob {
	return isKnown(name) ? jobs[name] : unknown
}

function isKnown(name: string): name is JobName {
	return Object.hasOwn(jobSchemas, name)
}
