import { z } from 'zod'
import { acts, reads, uploads } from './declare.ts'
import { hidingReasons } from './names.ts'

const idSchema = z.uuid()
const timeSchema = z.iso.datetime()
const productSchema = z.string().regex(/^\d{1,4}$/, 'no product has this id')
const pricePence = z.int('whole pence').min(30, 'at least 30 pence').max(99_999, 'at most £999.99')

export const productsApi = {
	products: reads(
		{},
		z.object({
			rows: z.array(
				z.object({
					id: z.string(),
					title: z.string(),
					/** Its page in the shop. */
					path: z.string(),
					status: z.enum(['on sale', 'free', 'coming soon', 'withdrawn']),
					/** Null if it has no price. */
					price_pence: z.int().nullable(),
					/** The day of its edition; null if there is no file. */
					edition: z.string().nullable(),
					/** How often it was paid for, or taken if it is free. Refunded ones count. */
					sold: z.int(),
					/** Purchases that wait for a decision. */
					held: z.int(),
					/** Null without a review that is shown. */
					rating: z.number().nullable(),
					reviews: z.int(),
					/** Reviews that are shown and have no answer. */
					unanswered: z.int(),
					/** How many have confirmed that they want to hear of its release. */
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
			/** Its page in the shop; null if it has none. */
			path: z.string().nullable(),
			status: z.enum(['on sale', 'free', 'coming soon', 'withdrawn']),
			/** Null if it has no price. */
			price_pence: z.int().nullable(),
			/** What the catalogue of this release says; null if it has no price there. */
			catalogue_price_pence: z.int().nullable(),
			/** The price that begins later. */
			planned: z.object({ price_pence: z.int(), from: timeSchema, by: z.string() }).nullable(),
			/** What owners have set, newest first, the planned one and cancelled ones included. */
			prices: z.array(
				z.object({
					price_pence: z.int(),
					from: timeSchema,
					by: z.string(),
					cancelled_by: z.string().nullable(),
				}),
			),
			/** How many have confirmed that they want to hear of its release. */
			waiting_people: z.int(),
			/** Whether the emails about its release wait until an owner sends them. */
			emails_wait: z.boolean(),
			/** Whether the catalogue has it as free. */
			is_free: z.boolean(),
			/** Who released it here, while the catalogue still has it as coming soon. */
			released: z.object({ by: z.string(), at: timeSchema }).nullable(),
			/** The file that customers get; null if there is none. */
			file: z
				.object({
					name: z.string(),
					bytes: z.int(),
					edition: z.iso.date().nullable(),
					/** Whether an owner has published it: then it can be taken back. */
					of_owner: z.boolean(),
				})
				.nullable(),
			/** What an owner has uploaded and not published yet. */
			uploaded: z.object({ id: idSchema, bytes: z.int(), by: z.string(), at: timeSchema }).nullable(),
			/** The edition of this release, if it waits because customers get one of an owner. */
			waiting: z
				.object({
					...{
						id: idSchema,
						bytes: z.int(),
						edition: z.iso.date().nullable(),
						changes: z.string().nullable(),
					},
				})
				.nullable(),
			/** What was published in the admin, newest first. */
			editions: z.array(
				z.object({
					...{ id: idSchema, edition: z.iso.date(), changes: z.string(), of_catalogue: z.boolean() },
					...{ by: z.string(), at: timeSchema },
					/** Who took it back, or why it ended. */
					ended_by: z.string().nullable(),
				}),
			),
		}),
	),
	'set-price': acts(
		{
			product: productSchema,
			price_pence: pricePence,
			/** When it begins, in London, such as "2026-12-01T09:00"; now without it. */
			from: z.iso.datetime({ local: true, error: 'a time such as 2026-12-01T09:00' }).max(16).optional(),
		},
		z.null(),
	),
	'cancel-price': acts({ product: productSchema }, z.null()),
	'upload-edition': uploads({ product: productSchema }, z.object({ id: idSchema, bytes: z.int() })),
	'publish-edition': acts(
		{
			/** The upload, or the edition of the release that waits. */
			id: idSchema,
			/** What changed, for customers. That of an edition of the release is in the catalogue. */
			changes: z.string().trim().max(500).default(''),
			/** Whether to email those who asked to hear of new editions. */
			tell: z.boolean(),
		},
		z.null(),
	),
	'take-back-edition': acts({ product: productSchema }, z.null()),
	'release-product': acts(
		{
			product: productSchema,
			/** What it costs. Without it, the price of the catalogue counts; a free product has none. */
			price_pence: pricePence.optional(),
		},
		z.null(),
	),
	'take-back-release': acts({ product: productSchema }, z.null()),
	'hold-release-emails': acts({ product: productSchema }, z.null()),
	'send-release-emails': acts({ product: productSchema }, z.null()),
	reviews: reads(
		{
			/** Those without an answer that are shown, those that are hidden, or all. */
			show: z.enum(['unanswered', 'hidden', 'all']).default('all'),
			/** The id of a product. */
			product: z.string().max(10).optional(),
			/** Where the older ones begin, as `next` said. */
			after: z
				.string()
				.regex(/^\d{1,15}$/)
				.optional(),
		},
		z.object({
			rows: z.array(
				z.object({
					id: idSchema,
					written_at: timeSchema,
					edited_at: timeSchema.nullable(),
					product: z.string(),
					rating: z.int(),
					body: z.string(),
					/** The name that the page shows. */
					author: z.string(),
					/** Bought or free. */
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
					/** What visitors read. */
					words: z.string(),
					is_shown: z.boolean(),
					/** Whether the settings of the shop show it, or that it is a local run. */
					shown_by_settings: z.boolean(),
					/** Whether it is a rating that real reviews have replaced. */
					is_replaced: z.boolean(),
					/** The confirmation that stands. */
					confirmation: z
						.object({
							evidence: z.string(),
							by: z.string(),
							at: timeSchema,
							/** Whether a release has changed the claim since: then it isn't shown. */
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
		{ claim: z.string().max(100), evidence: z.string().trim().min(1).max(2_000) },
		z.null(),
	),
	'withdraw-claim': acts({ claim: z.string().max(100) }, z.null()),
}
