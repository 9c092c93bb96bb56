import { z } from 'zod'
import { words } from '#shared/content/words.ts'
import { instant, londonTime } from '#shared/instant.ts'
import { ukVatRates } from '#shared/uk-vat.ts'
import { acts, downloads, reads, uploads } from './declare.ts'
import { hidingReasons, productStatuses } from './names.ts'

const idSchema = z.uuid()
const productSchema = z.string().regex(/^\d{1,4}$/, 'no product has this id')
const pricePence = z.int('whole pence').min(30, 'at least 30 pence').max(99_999, 'at most £999.99')

/** What shows that a claim is true. */
export const evidence = z.string().trim().min(1).max(2_000)

export const productsApi = {
	products: reads(
		{},
		z.object({
			rows: z.array(
				z.object({
					id: z.string(),
					title: z.string(),
					/** The path of its page in the shop. */
					path: z.string(),
					status: z.enum(productStatuses),
					/** Null if it has no price. */
					price_pence: z.int().nullable(),
					/** The date of its edition; null if there is no file. */
					edition: z.string().nullable(),
					/** How often it was bought or, if it is free, taken. Refunded purchases count. Null for a helper. */
					sold: z.int().nullable(),
					/** Purchases on hold, which wait for a decision. */
					held: z.int(),
					/** Null if no review is shown. */
					rating: z.number().nullable(),
					reviews: z.int(),
					/** Shown reviews without an answer. */
					unanswered: z.int(),
					/** How many people have confirmed that they want an email about its release. */
					waiting: z.int(),
				}),
			),
		}),
	),
	product: reads(
		{ id: productSchema },
		z.object({
			id: z.string(),
			title: z.string(),
			/** The path of its page in the shop; null if it has none. */
			path: z.string().nullable(),
			status: z.enum(productStatuses),
			/** Null if it has no price. */
			price_pence: z.int().nullable(),
			/** The price in the catalogue of this version of the shop; null if it has none there. */
			catalogue_price_pence: z.int().nullable(),
			/** A price that takes effect later. */
			planned: z
				.object({
					price_pence: z.int(),
					from: instant,
					by: z.string(),
					/** What it costs after it; null if it has no end. */
					thereafter: z.object({ price_pence: z.int(), from: instant }).nullable(),
				})
				.nullable(),
			/** The prices that owners have set, newest first, including the planned one and cancelled ones. */
			prices: z.array(
				z.object({
					price_pence: z.int(),
					from: instant,
					by: z.string(),
					cancelled_by: z.string().nullable(),
				}),
			),
			/** How many people have confirmed that they want an email about its release. */
			waiting_people: z.int(),
			/** Whether the emails about its release wait for an owner to say that they may be sent. */
			emails_wait: z.boolean(),
			/** Whether it is free. */
			is_free: z.boolean(),
			/** At which rate the UK taxes it; null if it is free, or has left the catalogue. */
			vat_rate: z.enum(ukVatRates).nullable(),
			/**
			 * Who released it in the admin and when; null if nobody did, if the release was taken back, or if the catalogue itself now
			 * lists the product as released.
			 */
			released: z.object({ by: z.string(), at: instant }).nullable(),
			/** Who has taken it off sale, when, and whether its page is gone as well; null unless an owner has. */
			off_sale: z.object({ by: z.string(), at: instant, is_gone: z.boolean() }).nullable(),
			/** The file that customers receive; null if there is none. */
			file: z
				.object({
					name: z.string(),
					bytes: z.int(),
					edition: z.iso.date().nullable(),
					/** Whether an owner has published it. If so, it can be taken back. */
					of_owner: z.boolean(),
					/** Whether an owner has uploaded it, as an edition or for the product's release. */
					uploaded: z.boolean(),
					/** Its further files that are offered, such as its phone edition. */
					others: z.array(z.string()),
				})
				.nullable(),
			/** The further files that owners have added to it. */
			added: z.array(
				z.object({
					name: z.string(),
					title: z.string(),
					purpose: z.string(),
					format: z.string(),
					bytes: z.int(),
					by: z.string(),
					at: instant,
				}),
			),
			/** A file that an owner has uploaded and not published yet. */
			uploaded: z
				.object({
					id: idSchema,
					/** The name that it had on the owner's computer; null if it isn't known. */
					name: z.string().nullable(),
					bytes: z.int(),
					/** How many pages it says it has; null if it isn't a PDF or doesn't say. */
					pages: z.int().nullable(),
					/** The titles of the products of which a file is the same, so that this one may be the wrong one. */
					same_as: z.array(z.string()),
					by: z.string(),
					at: instant,
				})
				.nullable(),
			/**
			 * The edition that came with this version of the shop, if it is held back. It is held back while customers receive an edition
			 * that an owner uploaded.
			 */
			waiting: z
				.object({
					id: idSchema,
					bytes: z.int(),
					edition: z.iso.date().nullable(),
					changes: z.string().nullable(),
				})
				.nullable(),
			/** The editions published in the admin, newest first. */
			editions: z.array(
				z.object({
					id: idSchema,
					edition: z.iso.date(),
					changes: z.string(),
					of_catalogue: z.boolean(),
					by: z.string(),
					at: instant,
					/** Who took the edition back, or how else it ended; null if it has not ended. */
					ended_by: z.string().nullable(),
				}),
			),
		}),
	),
	'set-price': acts(
		{
			product: productSchema,
			price_pence: pricePence,
			/** When the price takes effect, in London time, such as "2026-12-01T09:00"; by default immediately. */
			from: londonTime.optional(),
			/** When the price of now applies again, in London time; by default never. */
			until: londonTime.optional(),
		},
		z.null(),
	),
	'cancel-price': acts({ product: productSchema }, z.null()),
	'give-away': acts({ product: productSchema }, z.null()),
	sell: acts({ product: productSchema, price_pence: pricePence }, z.null()),
	'set-vat-rate': acts({ product: productSchema, rate: z.enum(ukVatRates) }, z.null()),
	'upload-edition': uploads(
		{
			product: productSchema,
			/** The name that the file has on the owner's computer. */
			name: z.string().trim().min(1).max(255).optional(),
		},
		z.object({ id: idSchema, bytes: z.int() }),
	),
	'discard-upload': acts({ /** The id of the upload. */ id: idSchema }, z.null()),
	'uploaded-file': downloads({ /** The id of the upload. */ id: idSchema }),
	'publish-edition': acts(
		{
			/** The id of the upload, or of the waiting edition that came with a new version of the shop. */
			id: idSchema,
			/** Tells customers what changed. For an edition that came with a new version of the shop, the catalogue contains this text. */
			changes: z.string().trim().max(500).default(''),
			/** Whether to email the users who asked for emails about new editions. */
			tell: z.boolean(),
			/** The names of further files that pages no longer offer, because they are still of the edition before. */
			leave_out: z.array(z.string().max(255)).max(20).default([]),
		},
		z.null(),
	),
	'take-back-edition': acts({ product: productSchema }, z.null()),
	'add-file': uploads(
		{
			product: productSchema,
			/** What customers see that it is called. A file of the same name is replaced. */
			title: words(60),
			/** What it is for, in a few words. */
			purpose: words(120),
			/** The name that the file has on the owner's computer. */
			name: z.string().trim().min(1).max(255),
		},
		z.object({ name: z.string(), bytes: z.int() }),
	),
	'remove-file': acts({ product: productSchema, name: z.string().max(255) }, z.null()),
	'release-product': acts(
		{
			product: productSchema,
			/** The price. If it is missing, the catalogue's price applies; a free product has none. */
			price_pence: pricePence.optional(),
		},
		z.null(),
	),
	'take-back-release': acts({ product: productSchema }, z.null()),
	'take-off-sale': acts({ product: productSchema }, z.null()),
	'withdraw-product': acts({ product: productSchema }, z.null()),
	'put-on-sale': acts({ product: productSchema }, z.null()),
	'hold-release-emails': acts({ product: productSchema }, z.null()),
	'send-release-emails': acts({ product: productSchema }, z.null()),
	reviews: reads(
		{
			/** Which reviews to list: shown ones without an answer, hidden ones, or all. */
			show: z.enum(['unanswered', 'hidden', 'all']).default('all'),
			/** The id of a product. */
			product: z.string().max(10).optional(),
			/** Lists the reviews after this place: `next` of the previous page. */
			after: z
				.string()
				.regex(/^\d{1,15}$/)
				.optional(),
		},
		z.object({
			rows: z.array(
				z.object({
					id: idSchema,
					written_at: instant,
					edited_at: instant.nullable(),
					product: z.string(),
					rating: z.int(),
					body: z.string(),
					/** The writer's name as the product's page shows it. */
					author: z.string(),
					/** Whether the writer bought the guide or took it for free. */
					acquired: z.string(),
					refunded: z.boolean(),
					answer: z.string().nullable(),
					hidden_reason: z.string().nullable(),
				}),
			),
			next: z.string().nullable(),
		}),
	),
	'answer-review': acts({ review: idSchema, text: z.string().trim().min(1).max(1_000) }, z.null()),
	'hide-review': acts({ review: idSchema, because: z.enum(hidingReasons) }, z.null()),
	'show-review': acts({ review: idSchema }, z.null()),
	claims: reads(
		{},
		z.object({
			rows: z.array(
				z.object({
					id: z.string(),
					/** The claim as visitors read it. */
					words: z.string(),
					is_shown: z.boolean(),
					/** Whether it is shown even without a confirmation here: the shop's settings confirm it, or this is a local run. */
					shown_by_settings: z.boolean(),
					/** Whether this is a rating that the average of real reviews has replaced. */
					is_replaced: z.boolean(),
					/** The confirmation in force. */
					confirmation: z
						.object({
							evidence: z.string(),
							by: z.string(),
							at: instant,
							/** Whether a new version of the shop has changed the wording since. If so, the confirmation no longer counts. */
							is_of_other_words: z.boolean(),
						})
						.nullable(),
				}),
			),
			/** Whether the site is public. A local run shows all claims. */
			is_public: z.boolean(),
		}),
	),
	'confirm-claim': acts(
		{
			claim: z.string().max(100),
			evidence,
			/** Whether the writer of a testimonial has agreed in writing that it is shown. Other claims need no such consent. */
			writer_agreed: z.boolean().default(false),
		},
		z.null(),
	),
	'withdraw-claim': acts({ claim: z.string().max(100) }, z.null()),
}
