import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { kindsOfDataRequest, kindsOfRequest } from '#shared/refund-terms.ts'
import { acts, downloads, reads } from './declare.ts'
import { customerId, purchaseId } from './ids.ts'

const idSchema = z.uuid()
const textSchema = z.string().trim().max(255)

const customerRow = z.object({
	id: idSchema,
	email: z.string().nullable(),
	/**
	 * In E.164, without the plus sign. Guests, who have taken free guides without signing up, have neither email address nor
	 * number.
	 */
	phone: z.string().nullable(),
	/** The name that they chose. */
	name: z.string().nullable(),
	joined_at: instant,
	confirmed: z.boolean(),
	banned: z.boolean(),
	/** How many guides they have. */
	guides: z.int(),
	/** What they have paid in total, less refunds and lost disputes. */
	paid_pence: z.int(),
})

/** The guides of a purchase, and whether the buyer has opened each. */
export const openedSchema = z.array(
	z.object({
		guide: z.string(),
		/** How often they downloaded it or read it online, and when last. */
		opened: z.int(),
		opened_at: instant.nullable(),
		/** How often a page started the download by itself, which doesn't count as opening it. */
		automatic: z.int(),
	}),
)

export const purchaseSchema = z.object({
	id: idSchema,
	/** When they began the checkout or, for a free guide, took the guide. */
	at: instant,
	/** When it entered the state in `status`. */
	since: instant,
	product: z.string(),
	price_pence: z.int(),
	/** How much a promotion code took off the price. */
	discount_pence: z.int().nullable(),
	/** Null if the code was not made in the admin. */
	discount_code: z.string().nullable(),
	status: z.string(),
	/** Whether it can be refunded: not while a bank holds the money, nor once it has taken it. */
	may_refund: z.boolean(),
	receipt: z.string().nullable(),
	receipt_emailed_at: instant.nullable(),
	/** Why the mail server refuses the receipt. */
	receipt_refusal: z.string().nullable(),
	/** Stripe's id of the payment. */
	payment: z.string().nullable(),
	opened: openedSchema,
	/** What to do about it, in words; null if nothing. */
	todo: z.string().nullable(),
	/** Every refund and lost dispute, oldest first. */
	refunds: z.array(
		z.object({
			at: instant,
			kind: z.enum(['refund', 'by hand', 'dispute']),
			amount_pence: z.int(),
			/** False if the refund failed or was cancelled, or if the dispute was won later. */
			stands: z.boolean(),
		}),
	),
})

/** An email that the shop has a record of, and whether it was delivered to the mail server. */
export const mailSchema = z.object({
	mail: z.enum([
		'receipt',
		'refund',
		'notice',
		'link',
		'review',
		'edition',
		'news',
		'pending',
		'failed',
		'held',
	]),
	/** Depends on the kind of email: the receipt's number, the guide, the subject, or what the link is for. */
	about: z.string(),
	/** When it was sent or, if it has not been sent, queued. */
	at: instant,
	/** Null if there is no record of when it was sent. */
	emailed_at: instant.nullable(),
	/** Whether it is still to be sent. */
	waits: z.boolean(),
	/** Why the mail server refuses it. */
	refusal: z.string().nullable(),
})

/** A device on which they are signed in. */
export const deviceSchema = z.object({
	id: idSchema,
	/** Such as “Firefox on Windows”. */
	name: z.string(),
	signed_in_at: instant,
	used_at: instant,
})

/** What the page of a customer shows besides their purchases and emails. */
export const customerDetails = z.object({
	is_guest: z.boolean(),
	has_second_step: z.boolean(),
	/** A new address that has not been confirmed by its link yet; null if there is none. */
	pending_email: z.string().nullable(),
	/** Last used first. */
	devices: z.array(deviceSchema),
	/** What happened to the account, newest first; at most 20 entries. */
	events: z.array(z.object({ at: instant, action: z.string() })),
	/** What they have asked for about purchases and their data, newest first. */
	requests: z.array(
		z.object({
			id: idSchema,
			kind: z.enum([...kindsOfRequest, ...kindsOfDataRequest]),
			/** Null if it is about their data. */
			product: z.string().nullable(),
			said: z.string(),
			at: instant,
			answer: z.string().nullable(),
			answered_by: z.string().nullable(),
			answered_at: instant.nullable(),
		}),
	),
	reviews: z.array(
		z.object({
			id: idSchema,
			product: z.string(),
			rating: z.int(),
			body: z.string(),
			written_at: instant,
			answer: z.string().nullable(),
			hidden_reason: z.string().nullable(),
		}),
	),
	/** What members wrote about them, newest first. */
	notes: z.array(z.object({ id: idSchema, at: instant, by: z.string(), body: z.string() })),
	/** The guides that a member can give them. */
	may_get: z.array(z.object({ id: z.string(), title: z.string() })),
})

export const customersApi = {
	customers: reads(
		{
			/**
			 * A whole address or its beginning, a name, a receipt's number, or an id of any kind. Without it, all customers are
			 * listed.
			 */
			text: textSchema.optional(),
			/** Lists the rows after this place: `next` of the previous page. */
			after: z.string().max(100).optional(),
		},
		z.object({ rows: z.array(customerRow), next: z.string().nullable() }),
	),
	/** For an accountant, `mails`, `devices`, `events`, `requests` and `notes` are null. */
	customer: reads(
		{ id: customerId },
		customerRow.extend({
			...customerDetails.shape,
			last_sign_in_at: instant.nullable(),
			banned_until: instant.nullable(),
			purchases: z.array(purchaseSchema),
			/** The newest emails that the shop has a record of. */
			mails: z.array(mailSchema).nullable(),
			devices: customerDetails.shape.devices.nullable(),
			events: customerDetails.shape.events.nullable(),
			requests: customerDetails.shape.requests.nullable(),
			notes: customerDetails.shape.notes.nullable(),
		}),
	),
	refund: acts(
		{
			purchase: purchaseId,
			/** A part of the price, in pence. Without it, everything that has not been refunded yet is refunded. */
			amount_pence: z.int().min(1).max(1_000_000).optional(),
		},
		z.object({ refunded_pence: z.int(), left_pence: z.int() }),
	),
	/** For money that went back outside Stripe. */
	'record-refund': acts({ purchase: purchaseId }, z.object({ refunded_pence: z.int() })),
	'resend-receipt': acts({ purchase: purchaseId }, z.null()),
	'give-guide': acts({ customer: customerId, product: textSchema.min(1) }, z.null()),
	'sign-out-customer': acts({ customer: customerId }, z.object({ sessions_ended: z.int() })),
	'ban-customer': acts({ customer: customerId, days: z.int().min(1).max(3_650) }, z.null()),
	'end-ban': acts({ customer: customerId }, z.null()),
	'drop-second-step': acts({ customer: customerId }, z.null()),
	'erase-customer': acts({ customer: customerId }, z.null()),
	/** Every customer as CSV, with what they may be emailed about. */
	'export-customers': downloads({}),
	/** Who asked for which emails, and when, as CSV. */
	'export-subscribers': downloads({}),
	/** As a JSON file. */
	'export-customer': downloads({ customer: customerId }),
	'change-address': acts({ customer: customerId, email: z.string().trim().min(3).max(255) }, z.null()),
	'write-note': acts({ customer: customerId, body: z.string().trim().min(1).max(2_000) }, z.null()),
	'remove-note': acts({ note: idSchema }, z.null()),
}
