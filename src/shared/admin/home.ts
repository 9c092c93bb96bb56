import { z } from 'zod'
import { disputeStages } from '#shared/dispute.ts'
import { instant } from '#shared/instant.ts'
import { kindsOfDataRequest } from '#shared/refund-terms.ts'
import { acts, reads } from './declare.ts'
import { purchaseId } from './ids.ts'
import { periodText } from './period.ts'

const idSchema = z.uuid()
const about = {
	product: z.string(),
	/** Null if the account has been deleted, or if there never was one. */
	email: z.string().nullable(),
	user_id: idSchema.nullable(),
	purchase: idSchema,
	receipt: z.string().nullable(),
}

const heldSchema = z.object({
	kind: z.literal('held'),
	...about,
	reason: z.string(),
	since: instant,
	paid_pence: z.int().nullable(),
	/** Whether it can be refunded: not while a bank holds the money, nor once it has taken it. */
	may_refund: z.boolean(),
	/** Whether the payer has no account here. */
	needs_account: z.boolean(),
	/** The payment's page at Stripe; null if there is none. */
	stripe_page: z.string().nullable(),
})
const disputeSchema = z.object({
	kind: z.literal('dispute'),
	...about,
	dispute: z.string(),
	amount_pence: z.int(),
	/** What an answer is asked to. */
	stage: z.enum(disputeStages),
	/** Null if the bank expects no answer. */
	answer_by: instant.nullable(),
	/** When the answer was sent from the admin. */
	sent_at: instant.nullable(),
	has_draft: z.boolean(),
})
/** A payment that the bank reports as fraud, and that can be refunded before it is disputed. */
const fraudSchema = z.object({
	kind: z.literal('fraud'),
	...about,
	warning: z.string(),
	warned_at: instant,
	/** What kind of fraud it is, in words. */
	fraud: z.string(),
	/** How much of the payment has not been refunded. */
	left_pence: z.int(),
	/** What refunding it costs, and what a dispute would cost, in sentences. */
	costs: z.array(z.string()),
})
/** What a buyer has asked of a person. */
const requestSchema = z.object({
	kind: z.literal('request'),
	...about,
	request: idSchema,
	/** Null if Stripe refused the refund that the shop had promised. */
	said: z.string().nullable(),
	asked_at: instant,
	may_refund: z.boolean(),
})
/** What somebody asks about their personal data, or complains about. */
const dataSchema = z.object({
	kind: z.literal('data'),
	request: idSchema,
	about: z.enum(kindsOfDataRequest),
	email: z.string().nullable(),
	/** Null if they have no account. */
	user_id: idSchema.nullable(),
	said: z.string(),
	asked_at: instant,
	/** When they were emailed that it has arrived. */
	acknowledged_at: instant.nullable(),
	answer_by: instant,
})
const mailSchema = z.object({
	kind: z.literal('mail'),
	id: z.string(),
	mail: z.string(),
	reason: z.string(),
	at: instant,
	/** The purchase, if the email is its receipt. */
	purchase: idSchema.nullable(),
	receipt: z.string().nullable(),
	email: z.string().nullable(),
	user_id: idSchema.nullable(),
})
const jobsSchema = z.object({
	kind: z.literal('jobs'),
	count: z.int(),
	/** The newest failed jobs: what was not done, what that means, what to do about it, and the error of the last attempt. */
	examples: z.array(
		z.object({ job: z.string(), what: z.string(), means: z.string(), todo: z.string(), error: z.string() }),
	),
})
/** Emails about a product that has been released. They are not sent until an owner says so. */
const releaseSchema = z.object({
	kind: z.literal('release'),
	product: z.string(),
	product_id: z.string(),
	/** How many people asked for them. */
	people: z.int(),
})
/** An edition that waits for an owner to publish it. */
const editionSchema = z.object({
	kind: z.literal('edition'),
	product: z.string(),
	product_id: z.string(),
	since: instant,
	/**
	 * Whether the edition came with a new version of the shop. Such an edition waits if customers receive an edition
	 * that an owner uploaded.
	 */
	of_catalogue: z.boolean(),
	/** Who uploaded it. */
	by: z.string(),
})
const troubleSchema = z.object({
	kind: z.literal('trouble'),
	id: z.string(),
	title: z.string(),
	meaning: z.string(),
	todo: z.string(),
	command: z.string(),
	facts: z.array(z.object({ label: z.string(), value: z.string() })),
	/** Whether it is a quarantine that the caller may end. */
	may_resume: z.boolean(),
})

const daysSchema = z.object({ from: z.iso.date(), to: z.iso.date() })

const disputeInput = { dispute: z.string().min(1).max(255) }
const answerInput = {
	...disputeInput,
	text: z.string().trim().min(1).max(20_000),
	/** `saved_at` of the draft that the writer began with. If somebody has saved a newer draft, the text is neither saved nor sent. */
	over: z.iso
		.datetime()
		.nullable()
		.default(null)
		.transform((text) => (text === null ? null : new Date(text))),
}

export const homeApi = {
	'needs-you': reads(
		{
			/** The kind of which all items are wanted. Of the others, the first five are listed. */
			all: z.string().max(40).optional(),
		},
		z.object({
			/** How many items of a kind are not listed. Kinds of which all are listed are left out. */
			more: z.array(z.object({ kind: z.string(), count: z.int() })),
			items: z.array(
				z.discriminatedUnion('kind', [
					heldSchema,
					disputeSchema,
					fraudSchema,
					requestSchema,
					dataSchema,
					mailSchema,
					jobsSchema,
					releaseSchema,
					editionSchema,
					troubleSchema,
				]),
			),
		}),
	),
	'shop-health': reads(
		{},
		z.object({
			/**
			 * The longest delay of the Stripe events that arrived in the last hour, and how many events wait. Null if this cannot
			 * be read.
			 */
			event_delay_seconds: z.number().nullable(),
			events_waiting: z.int().nullable(),
			/** When the newest event arrived; null if none ever has. */
			newest_event_at: instant.nullable(),
			mails_waiting: z.int().nullable(),
			mails_refused: z.int().nullable(),
			newest_backup_at: instant.nullable(),
			/** Whether the list of backups could be read. */
			backups_readable: z.boolean(),
			audited_at: instant.nullable(),
			audit_differences: z.int().nullable(),
			version: z.string(),
		}),
	),
	funnel: reads(
		{
			days: z.coerce.number().int().min(1).max(365).default(28),
			/** Instead of a number of days. */
			period: periodText.optional(),
		},
		z.object({
			/** The first and the last day of the period, and of the one before. */
			period: daysSchema,
			before: daysSchema,
			tables: z.array(
				z.object({
					title: z.string(),
					columns: z.array(z.object({ label: z.string(), has_rate: z.boolean() })),
					rows: z.array(
						z.object({
							name: z.string(),
							/** One count for each column; null if it wasn’t counted. */
							counts: z.array(z.int().nullable()),
							/** Each count in per cent of the one to its left; null where that means nothing. */
							shares: z.array(z.number().nullable()),
							/** The same in the period before. */
							before: z.array(z.int().nullable()),
							shares_before: z.array(z.number().nullable()),
						}),
					),
				}),
			),
		}),
	),
	payer: reads(
		{ purchase: purchaseId },
		z.object({
			/** The address that was given at the payment; null if it is not known. */
			address: z.string().nullable(),
			/** Who paid: the address, or why it is not known. */
			words: z.string(),
		}),
	),
	'release-purchase': acts({ purchase: purchaseId }, z.object({ status: z.string() })),
	'attach-purchase': acts(
		{ purchase: purchaseId, email: z.string().trim().min(3).max(255) },
		z.object({ status: z.string() }),
	),
	'retry-jobs': acts({}, z.object({ retried: z.int() })),
	'answer-request': acts({ request: idSchema, text: z.string().trim().min(1).max(4_000) }, z.null()),
	'forget-mail': acts({ id: z.string().regex(/^\d{1,18}$/) }, z.null()),
	dispute: reads(
		disputeInput,
		z.object({
			product: z.string(),
			stage: z.enum(disputeStages),
			amount_pence: z.int(),
			answer_by: instant.nullable(),
			sent_at: instant.nullable(),
			/** The saved draft or, if there is none, a text from the shop’s own records. */
			text: z.string(),
			is_draft: z.boolean(),
			/** When the draft was saved, and by whom; null if there is none. */
			saved_at: instant.nullable(),
			saved_by: z.string().nullable(),
		}),
	),
	'keep-answer': acts(answerInput, z.object({ saved_at: instant })),
	'send-answer': acts(answerInput, z.null()),
}
