import { z } from 'zod'
import { disputeStages, disputeStates } from '#shared/dispute.ts'
import { instant } from '#shared/instant.ts'
import { mailSchema, openedSchema } from './customers.ts'
import { reads } from './declare.ts'
import { purchaseId } from './ids.ts'
import { movementKinds } from './sales.ts'

const idSchema = z.uuid()

/** An id of Stripe’s, and its page in Stripe’s dashboard if it has one. */
const providerIdSchema = z.object({ id: z.string(), page: z.url().nullable() })

export const movementOfSale = z.object({
	at: instant,
	kind: z.enum(movementKinds),
	/** Negative if the money went back. */
	gross_pence: z.int(),
	vat_pence: z.int(),
	/** Null if it isn’t known yet. */
	fee_pence: z.int().nullable(),
	/** The payout that contains it, and when that arrives at the bank; null until it is known. */
	payout: providerIdSchema.extend({ arrives_on: z.iso.date() }).nullable(),
})

export const disputeOfSale = z.object({
	id: z.string(),
	state: z.enum(disputeStates),
	/** What an answer is asked to, or was last. */
	stage: z.enum(disputeStages),
	amount_pence: z.int(),
	/** Null if the bank expects no answer. */
	answer_by: instant.nullable(),
	/** When the answer was sent from the admin. */
	sent_at: instant.nullable(),
	/** Whether it can still be answered. */
	is_open: z.boolean(),
})

export const saleSchema = z.object({
	id: idSchema,
	product: z.string(),
	catalogue_id: z.string(),
	/** When the customer began to pay or, for a free guide, took the guide. */
	at: instant,
	/** When it entered the state in `status`. */
	since: instant,
	status: z.string(),
	/** Whether it can be refunded: not while a bank holds the money, nor once it has taken it. */
	may_refund: z.boolean(),
	/** Why it is on hold; null if it isn’t. */
	held_reason: z.string().nullable(),
	/** Null if the account has been deleted. */
	user_id: idSchema.nullable(),
	email: z.string().nullable(),
	receipt: z.string().nullable(),
	receipt_emailed_at: instant.nullable(),
	/** When it was paid; null until then. */
	paid_at: instant.nullable(),
	price_pence: z.int(),
	/** How much a promotion code took off the price. */
	discount_pence: z.int().nullable(),
	/** Null if the code was not made in the admin. */
	discount_code: z.string().nullable(),
	/** What the customer paid, VAT included; null until they have paid. */
	paid_pence: z.int().nullable(),
	vat_pence: z.int().nullable(),
	/** The country code; null if it isn’t known. */
	country: z.string().nullable(),
	/** If the owner declares its VAT in the EU: the country, its rate in per cent, and the proofs of place; otherwise null. */
	oss: z
		.object({
			country: z.string(),
			rate: z.number(),
			billing_country: z.string().nullable(),
			/** Null until Stripe’s fees are read, and if it wasn’t a card. */
			card_country: z.string().nullable(),
		})
		.nullable(),
	/** The sale, its refunds, and the amounts and fees of its disputes, oldest first. */
	movements: z.array(movementOfSale),
	/** Refunds that failed or were cancelled: the money is still with the shop. */
	failed_refunds: z.array(z.object({ at: instant, id: z.string(), amount_pence: z.int() })),
	/** Oldest first. */
	disputes: z.array(disputeOfSale),
	/** Every state that it has been in, oldest first, and what caused each. */
	history: z.array(z.object({ at: instant, status: z.string(), cause: z.string() })),
	/** The buyer's newest downloads of the guide. */
	downloads: z.array(
		z.object({
			at: instant,
			file: z.string(),
			edition: z.string().nullable(),
			/** Whether the buyer pressed a button, opened the guide to read online, or did nothing; null if that wasn't recorded. */
			way: z.enum(['pressed', 'read', 'automatic']).nullable(),
		}),
	),
	/** How often the buyer has downloaded the guide in total. */
	download_count: z.int(),
	opened: openedSchema,
	/** Newest first; null for an accountant. */
	mails: z.array(mailSchema).nullable(),
	session: providerIdSchema.nullable(),
	payment: providerIdSchema.nullable(),
})

export const foundSale = saleSchema.pick({
	id: true,
	product: true,
	receipt: true,
	email: true,
	paid_pence: true,
})

export const saleApi = {
	sale: reads({ /** The id of the purchase. */ id: purchaseId }, saleSchema),
	'find-sales': reads(
		{
			/** The number of a receipt, or an id of a purchase, Checkout Session, payment, refund or dispute, or a part of one. */
			text: z.string().trim().min(1).max(255),
		},
		z.object({
			rows: z.array(foundSale),
		}),
	),
}
