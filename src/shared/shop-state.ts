import { z } from 'zod'
import { hidingReasons } from './admin/names.ts'
import { editionSchema } from './catalogue-schema.ts'
import { publishedArticleSchema } from './content/article.ts'
import { pagesSchema, productDocumentFieldsSchema } from './content/documents.ts'
import { siteSchema } from './content/site-words.ts'
import { publishedReviewSchema } from './published-review.ts'
import { salesAreas } from './where-we-sell.ts'

/** A product as the shop offers it now: what its document says, with the price, the edition and the release that owners have decided. */
const offeredProductSchema = productDocumentFieldsSchema.extend({
	/** The edition that an owner has published; null while customers get that of the catalogue. */
	ownerEdition: editionSchema.nullable(),
	/** Its further files that an owner's edition leaves out. Whoever has the guide may still download them. */
	leftOut: z.array(z.string()),
	/** Whether an owner has released it. The catalogue then only knows what was planned for it. */
	releasedByOwner: z.boolean(),
	/** Whether an owner has taken it off sale; its page stays, or is gone. Null while it is on offer. */
	offSale: z.enum(['paused', 'gone']).nullable(),
})

export type OfferedProduct = z.infer<typeof offeredProductSchema>

export const bundleSchema = z.strictObject({
	id: z.string(),
	title: z.string(),
	sentence: z.string(),
	/** In pence. */
	price_pence: z.int(),
	/** What the guides cost now if they are bought one by one, in pence. */
	sum_pence: z.int(),
	guides: z.array(
		z.strictObject({ id: z.string(), title: z.string(), slug: z.string(), price_pence: z.int() }),
	),
})

/** A bundle that can be bought now. */
export type OfferedBundle = z.infer<typeof bundleSchema>

export const summarySchema = z.strictObject({
	catalogue_id: z.string(),
	count: z.int(),
	/** Average of the reviews that are shown; 0 if all are hidden. */
	average: z.number(),
	/** How many reviews gave one star, two stars, and so on. */
	stars: z.array(z.int()).length(5),
	/** How many reviews are hidden, by reason. */
	hidden: z.partialRecord(z.enum(hidingReasons), z.int()),
	/** The newest reviews, newest first. */
	newest: z.array(publishedReviewSchema),
})

/** The reviews of one guide, as its page shows them. */
export type ReviewSummary = z.infer<typeof summarySchema>

/** Everything that pages show and that is not the visitor's own. The server reads it from the database, and renders pages from it. */
export const shopStateSchema = z.strictObject({
	/** The site's origin, without a trailing slash. */
	siteUrl: z.url(),
	/** The key that pages send to the APIs. */
	publishableKey: z.string(),
	/** Short texts from the settings, such as the seller's name (`SiteText`). */
	texts: z.record(z.string(), z.string()),
	/** The parts of pages that this installation shows (`SitePart`). */
	parts: z.array(z.string()),
	/** Ids of the marketing claims that are shown. */
	claims: z.array(z.string()),
	/** The documents of pages whose texts are data, by their ids. */
	pages: pagesSchema,
	/** Where the shop sells. */
	sells: z.enum(salesAreas),
	/** The document of what every page has. */
	site: siteSchema,
	/** The products on offer, in the order of their ids. */
	products: z.array(offeredProductSchema),
	/** The products that owners have taken off sale, which nobody can get and no list shows. */
	offSale: z.array(offeredProductSchema),
	/** The published articles, newest first. */
	articles: z.array(publishedArticleSchema),
	bundles: z.array(bundleSchema),
	/** A summary for each guide that has a review, hidden ones included. */
	reviews: z.array(summarySchema),
})

export type ShopState = z.infer<typeof shopStateSchema>
