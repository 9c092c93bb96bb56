import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { acts, downloads, reads } from './declare.ts'
import { periodText } from './period.ts'

/** The sums of a period, in pence. */
const figuresSchema = z.object({
	sales: z.int(),
	/** What was charged, VAT included. */
	gross_pence: z.int(),
	/** The VAT in the gross amount. */
	vat_pence: z.int(),
	refunds: z.int(),
	/** What was refunded in this period, VAT included, even if the sale was earlier. */
	refunded_pence: z.int(),
	refunded_vat_pence: z.int(),
	disputes_lost: z.int(),
	lost_pence: z.int(),
	lost_vat_pence: z.int(),
	fee_pence: z.int(),
	/** How many movements have a fee that isn’t known yet. Those fees count as 0. */
	fees_unknown: z.int(),
	/** Gross less VAT, refunds, lost disputes (both without their VAT) and fees. */
	net_pence: z.int(),
})

export type Figures = z.infer<typeof figuresSchema>

/** Who declares the VAT of a sale: the shop outside the EU, the shop at the EU's one-stop shop, or Stripe as the merchant of record. */
export const waysOfVat = ['shop', 'oss', 'stripe'] as const

/** The kinds of movements of money. */
export const movementKinds = [
	'sale',
	'refund',
	'by hand',
	'dispute',
	'dispute fee',
	'returned payment',
] as const

export type MovementKind = (typeof movementKinds)[number]

const place = z.string().max(200).optional()
const filter = {
	/** The first and the last day, in London time. */
	from: z.iso.date(),
	to: z.iso.date(),
	what: z.enum(['sales', 'refunds', 'disputes', 'returned']).optional(),
	/** The id of a product in the catalogue. */
	product: z.string().max(100).optional(),
	/** The state of the purchase today. */
	status: z.enum(['paid', 'part refunded', 'refunded', 'disputed']).optional(),
	/** A country in two letters, or `unknown`. */
	country: z
		.string()
		.regex(/^([A-Z]{2}|unknown)$/)
		.optional(),
}

/** A movement as a list shows it. */
export const movementSchema = z.object({
	/** Its place in the list, from which the next page can be read. */
	place: z.string(),
	at: instant,
	kind: z.enum(movementKinds),
	receipt: z.string().nullable(),
	product: z.string(),
	purchase_id: z.uuid(),
	/** Null if the account has been deleted. */
	user_id: z.uuid().nullable(),
	email: z.string().nullable(),
	/** Negative if the money went back. */
	gross_pence: z.int(),
	vat_pence: z.int(),
	/** Null if it isn’t known yet. */
	fee_pence: z.int().nullable(),
	/** The state of the purchase today, and how much of it has been refunded. */
	status: z.string(),
	refunded_pence: z.int(),
	country: z.string().nullable(),
	/** How much a discount code took off the price of a sale. */
	discount_pence: z.int().nullable(),
	/** Null if the code was not made in the admin. */
	discount_code: z.string().nullable(),
})

const daySchema = figuresSchema.extend({ day: z.iso.date() })
const periodSchema = z.object({
	from: z.iso.date(),
	to: z.iso.date(),
	sums: figuresSchema,
	days: z.array(daySchema),
})

const monthOf = z.stringFormat('month', /^20\d\d-(0[1-9]|1[0-2])$/)
const viewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() })

/** A payout in a month’s books. */
export const payoutRow = z.object({
	/** Null for movements that haven’t been paid out yet, or whose payout isn’t known. */
	id: z.string().nullable(),
	arrives_on: z.iso.date().nullable(),
	/** The net total of this month's movements in the payout. */
	net_pence: z.int(),
	/** How many movements of this month are in the payout. */
	movements: z.int(),
	/** How many of these movements have a fee that isn’t known yet. Those fees count as 0. */
	fees_unknown: z.int(),
	/** The whole payout, including movements of other months. */
	amount_pence: z.int().nullable(),
})

export const salesApi = {
	sales: reads(
		{
			...filter,
			order: z.enum(['newest', 'oldest']).default('newest'),
			/** Lists only rows older than this place, newest first: `next` of the previous page. */
			before: place,
			/** Lists only rows newer than this place, oldest first: `next` of the previous page. */
			after: place,
			limit: z.coerce.number().int().min(1).max(200).default(50),
		},
		z.object({ rows: z.array(movementSchema), next: z.string().nullable() }),
	),
	'count-new-sales': reads({ ...filter, after: z.string().max(200) }, z.object({ count: z.int() })),
	'sales-figures': reads(filter, z.object({ period: periodSchema, before: periodSchema })),
	'sales-filters': reads(
		{},
		z.object({
			products: z.array(z.object({ id: z.string(), name: z.string() })),
			/** The codes of the countries with sales. */
			countries: z.array(z.string()),
			/** The day of the first sale; null if there has been none. */
			first_day: z.iso.date().nullable(),
		}),
	),
	books: reads(
		{ month: monthOf },
		z.object({
			sums: figuresSchema,
			countries: z.array(figuresSchema.extend({ country: z.string().nullable() })),
			ways: z.array(figuresSchema.extend({ way: z.enum(waysOfVat) })),
			payouts: z.array(payoutRow),
			audit: z.object({ at: instant, differences: z.int() }).nullable(),
		}),
	),
	/** Of the twelve months up to today. */
	turnover: reads(
		{},
		z.object({
			from: z.iso.date(),
			to: z.iso.date(),
			pence: z.int(),
			/** How much of it Stripe has sold as the merchant of record. */
			by_stripe_pence: z.int(),
			threshold_pence: z.int(),
			/** Whether the shop has a VAT number. */
			is_registered: z.boolean(),
		}),
	),
	'held-purchases': reads(
		{},
		z.object({
			/** Oldest first. */
			rows: z.array(
				z.object({
					purchase: z.uuid(),
					/** Null if it isn’t known. */
					paid_pence: z.int().nullable(),
					since: instant,
					product: z.string(),
					/** The address of its account or, if it has none, who paid. */
					buyer: z.string(),
					reason: z.string(),
				}),
			),
		}),
	),
	'export-sales': downloads(filter),
	'export-books': downloads({
		month: monthOf.optional(),
		/** Instead of a month. */ period: periodText.optional(),
	}),
	'saved-views': reads({}, z.object({ views: z.array(viewSchema) })),
	'save-view': acts({ name: z.string().trim().min(1).max(80), query: z.string().max(1_000) }, viewSchema),
	'remove-view': acts({ id: z.uuid() }, z.object({ name: z.string() })),
}
