import { z } from 'zod'
import { furtherFileSchema } from '#shared/catalogue-schema.ts'
import type { ProductDocument } from '#shared/content/documents.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { taxCodes, ukVatRates } from '#shared/uk-vat.ts'

const timeSchema = z.iso.datetime({ offset: true })

const priceSchema = z.object({
	pence: z.int(),
	/** When it begins or began. */
	from: timeSchema,
	by: z.string(),
	/** Missing unless somebody cancelled it. */
	cancelledBy: z.string().optional(),
	/** The price that follows a planned one that ends. */
	thereafter: z.object({ pence: z.int(), from: timeSchema }).optional(),
})

export const editionSchema = z.object({
	file: z.string(),
	sha256: z.string(),
	date: z.iso.date(),
	changes: z.string(),
	/** Whether those who asked to hear of new editions are emailed. */
	tells: z.boolean(),
	/** Further files that are not offered with it, because they are still of an earlier edition. */
	leftOut: z.array(z.string()).optional(),
	/** Set for an earlier edition of the software's releases, which customers get again until the next start. */
	ofRelease: z.literal(true).optional(),
})

/** A further file that an owner has added to a guide. */
export const addedFileSchema = furtherFileSchema
	.required({ title: true, purpose: true })
	.extend({ by: z.string(), at: timeSchema })

export type DecidedPrice = z.infer<typeof priceSchema>

/** What owners have decided about a product, an article or the site apart from its texts. What is missing is as the document says. */
export const decisionsSchema = z.object({
	/** The price in force. */
	price: priceSchema.optional(),
	plannedPrice: priceSchema.optional(),
	/** Former and cancelled prices, newest first. */
	formerPrices: z.array(priceSchema).optional(),
	/** The release of a product while its document says that it is coming soon. */
	release: z.object({ fileName: z.string(), date: z.iso.date(), by: z.string(), at: timeSchema }).optional(),
	/** The edition that customers get instead of the document's. It counts while the file has this name. */
	edition: editionSchema.optional(),
	addedFiles: z.array(addedFileSchema).optional(),
	/** When the draft is published by itself. Changing the draft before then cancels it. */
	publication: z.object({ at: timeSchema, by: z.string() }).optional(),
	/** Who has asked an owner to publish the draft. Changing the draft takes it back. */
	asked: z.object({ by: z.string(), at: timeSchema, note: z.string() }).optional(),
	/** Whether it is given away, if an owner has decided that since it came out. */
	free: z.object({ isFree: z.boolean(), by: z.string(), at: timeSchema }).optional(),
	/** How the UK taxes it while it is sold, if an owner has decided that. */
	vat: z.object({ rate: z.enum(ukVatRates), by: z.string(), at: timeSchema }).optional(),
	/** Set while nobody can get the product. Its holders keep it. Its page says so, unless it is gone as well. */
	offSale: z.object({ by: z.string(), at: timeSchema, isGone: z.boolean() }).optional(),
	/** Only of the site: where the shop sells. */
	sells: z
		.object({
			to: z.string(),
			by: z.string(),
			at: timeSchema,
			/** The owner's number at the EU's one-stop shop, kept if the shop sells elsewhere since. */
			oss: z.string().optional(),
		})
		.optional(),
})

export type Decisions = z.infer<typeof decisionsSchema>

/** What the first edition of a product says of itself, besides its day. */
export const firstEdition = { changes: 'First edition.' } as const

/**
 * Returns what a guide that an owner begins to sell is at Stripe. The tax code is that of stand-alone documents, which templates and
 * guides to fill in are; e-books have another.
 */
export function asSold(id: string) {
	return { taxCode: taxCodes.standard, stripeProductId: `prod_guide_${id}` }
}

/** Returns a product with what follows from whether it is free: a free one isn't known to Stripe, and one that is sold is. */
function withFree(product: ProductDocument, { free }: Decisions): ProductDocument {
	if (free === undefined || free.isFree === product.isFree) return product
	if (free.isFree) return { ...product, isFree: true, pricePence: null, taxCode: null, stripeProductId: null }
	return { ...product, isFree: false, ...asSold(product.id) }
}

/** Returns a product as it is offered: what its document says, with what owners have decided. */
export function offer(document: ProductDocument, decisions: Decisions): OfferedProduct {
	const { price, release, edition, addedFiles = [], offSale, vat } = decisions
	const isReleasedByOwner = document.comingSoon && release !== undefined
	const decided = withFree(document, decisions)
	const product = isReleasedByOwner
		? {
				...decided,
				comingSoon: false,
				pdfFileName: release.fileName,
				edition: { date: release.date, ...firstEdition },
			}
		: decided
	const current =
		edition === undefined || edition.file !== product.pdfFileName
			? null
			: { date: edition.date, changes: edition.changes }
	const isOfRelease = edition?.ofRelease === true
	const leftOut = (current === null ? undefined : edition?.leftOut) ?? []
	const { furtherFiles, access, ...content } = product.previewContent
	return {
		...product,
		previewContent: {
			...content,
			// A file that an owner has published since hasn't been read.
			...(access === undefined || (current !== null && !isOfRelease) ? {} : { access }),
			furtherFiles: [...furtherFiles, ...addedFiles.map(({ by, at, ...file }) => file)].filter(
				({ name }) => !leftOut.includes(name),
			),
		},
		leftOut,
		taxCode: vat === undefined || product.taxCode === null ? product.taxCode : taxCodes[vat.rate],
		pricePence: product.isFree || product.comingSoon ? null : (price?.pence ?? product.pricePence),
		edition: isOfRelease ? (current ?? product.edition) : product.edition,
		ownerEdition: isOfRelease ? null : current,
		releasedByOwner: isReleasedByOwner,
		offSale: offSale === undefined ? null : offSale.isGone ? 'gone' : 'paused',
	}
}
