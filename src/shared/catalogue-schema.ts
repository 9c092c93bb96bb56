import { z } from 'zod'
import { categories } from './categories.ts'
import { words } from './content/words.ts'
import { slugPattern } from './slug.ts'

/**
 * Where fields are changed that an owner can't change in a document. Those that are also `open` can be changed until the product is
 * published for the first time.
 */
const ofSoftware = 'It comes with the shop’s software.'
const ofFile = 'It is read from the product’s file.'
const ofProduct = 'It is changed under Products.'
const oncePublished = 'It is kept as it was first published.'

export const categorySchema = z.enum(categories)
export type Category = z.infer<typeof categorySchema>

/**
 * What a document can have for people who don't see it: tags in reading order, headings to jump to, words for every picture. One that
 * is still has nothing that moves or sounds.
 */
export const accessFacts = ['tags', 'headings', 'descriptions', 'still'] as const
export type AccessFact = (typeof accessFacts)[number]

/** `JSON` is the reading edition, for the page at `/read/<slug>`. */
export const furtherFormats = ['PDF', 'EPUB', 'JSON', 'ZIP', 'DOCX', 'XLSX'] as const

export const furtherFileSchema = z.strictObject({
	/** The name in the bucket `pdfs`. */
	name: z.string().min(1),
	format: z.enum(furtherFormats),
	bytes: z.int().positive(),
	pages: z.int().positive().nullable(),
	/** What it is called, and what it is for; only of a file that an owner has added. */
	title: words(60).exactOptional(),
	purpose: words(120).exactOptional(),
})

export const editionSchema = z.strictObject({ date: z.iso.date(), changes: z.string().min(1) })
const earlierEditionSchema = editionSchema.extend({
	/**
	 * The edition's file in the bucket `pdfs`. Users who have the guide can still download it. Null if the file isn't kept.
	 */
	file: z
		.string()
		.regex(/-\d{4}-\d{2}-\d{2}\.\w+$/)
		.nullable(),
})

export type Edition = z.infer<typeof editionSchema>
export type EarlierEdition = z.infer<typeof earlierEditionSchema>

/**
 * A product, as used by the pages, the server and the database. A product is free only if `isFree` says so, never because a price is
 * missing.
 */
export const productFieldsSchema = z.strictObject({
	/** The id. "1" to "7" are those of docs/specification.md section 3. Purchases are recorded under it. */
	id: z
		.string()
		.regex(/^[0-9]{1,4}$/)
		.meta({ title: 'Number', fixed: ofSoftware }),
	/** Folder under `catalogue/`, kebab-case. */
	slug: z
		.string()
		.max(80)
		.regex(slugPattern, 'has only small letters, digits and single hyphens')
		.refine((slug) => slug !== '404', 'is the address of another page')
		.meta({
			title: 'Last part of its address',
			description: 'Small letters, digits and hyphens, such as “renting-with-strangers”.',
			fixed: oncePublished,
			open: true,
		}),
	/** A second address of the product's page. Cards link to it. */
	shortPath: z
		.string()
		.regex(/^\/[a-z0-9]+(-[a-z0-9]+)*$/)
		.optional()
		.meta({ title: 'Short address', fixed: ofSoftware }),
	title: words(80).meta({ title: 'Title', description: 'On its page, on cards, in emails and on receipts.' }),
	/** A short name, for example for a download's file name. */
	shortTitle: words(40).meta({
		title: 'Short title',
		description: 'Where there is little room, such as in the name of a download.',
	}),
	description: words(400).meta({ title: 'Description', description: 'Below the title, and on cards.' }),
	/** In pence, including VAT. Null if no price has been set. */
	pricePence: z.int().positive().nullable().meta({
		title: 'Price in pence',
		description: 'Such as 599 for £5.99. None if it is free.',
		fixed: ofProduct,
		open: true,
	}),
	currency: z.literal('GBP').meta({ title: 'Currency', fixed: ofSoftware }),
	isFree: z.boolean().meta({ title: 'Free', fixed: oncePublished, open: true }),
	category: categorySchema.meta({
		title: 'Category',
		description: 'The page that lists it, and its colour.',
	}),
	/** A marketing claim (docs/specification.md section 3); null if the specification has none. */
	downloadCount: z.int().nonnegative().nullable().meta({
		title: 'Number of downloads',
		description: 'A claim: visitors see it once you confirm it under Products, Claims.',
	}),
	/** For example "40 min read". Null if there is nothing to read yet. */
	readingTime: words(40).nullable().meta({ title: 'Reading time', description: 'Such as “40 min read”.' }),
	/** Name of the file in the bucket `pdfs`. Null if there is none. */
	pdfFileName: z.string().nullable().meta({ title: 'File', fixed: ofProduct }),
	/**
	 * The id of a paid product in API calls. Null for a free one. A product that is coming soon needs one before it can be
	 * released in the admin as a paid product.
	 */
	stripeProductId: z
		.string()
		.startsWith('prod_')
		.nullable()
		.meta({ title: 'Number at Stripe', fixed: ofSoftware }),
	/**
	 * The tax code for Stripe Tax (https://docs.stripe.com/tax/tax-codes). Null for a free product. A product that is coming
	 * soon needs one before it can be released in the admin as a paid product.
	 */
	taxCode: z
		.string()
		.regex(/^txcd_\d{8}$/)
		.nullable()
		.meta({
			title: 'Tax code',
			description:
				'Stripe’s: txcd_10503000 for what is filled in, such as templates (UK VAT at the standard rate), txcd_10302000 for e-books (0 %; ask an accountant). None if it is free. Once it’s out, its page under Products changes it.',
			fixed: oncePublished,
			open: true,
		}),
	comingSoon: z.boolean().meta({ title: 'Coming soon', fixed: ofProduct }),
	previewContent: z
		.strictObject({
			whatYouGet: z.array(words(240)).min(1).max(20).meta({ title: 'What you get' }),
			features: z.array(words(240)).min(1).max(20).meta({ title: 'Features' }),
			/** The number of pages of the main document. Null if it is not finished. */
			pageCount: z.int().positive().nullable().meta({ title: 'Pages', fixed: ofFile }),
			format: words(60).meta({ title: 'Format', description: 'Such as “PDF, to read and print”.' }),
			/** The main document's chapters with their first pages (null in a file without pages), read from the file. Empty if there are none. */
			contents: z
				.array(z.strictObject({ title: z.string().min(1), page: z.int().positive().nullable() }))
				.meta({ title: 'Contents', fixed: ofFile }),
			/** The files in the download, read from the built files. Empty if there are none. */
			files: z
				.array(
					z.strictObject({
						name: z.string().min(1).meta({ title: 'File', fixed: ofFile }),
						/** The ending of its name, in capitals. */
						format: z
							.string()
							.regex(/^[A-Z0-9]{1,8}$/)
							.meta({ title: 'Format', fixed: ofFile }),
						bytes: z.int().positive().meta({ title: 'Size in bytes', fixed: ofFile }),
						pages: z.int().positive().nullable().meta({ title: 'Pages', fixed: ofFile }),
						/** Missing if the shop is to guess it from the name. */
						purpose: words(120).exactOptional().meta({
							title: 'What it’s for',
							description:
								'On the guide’s page and beside the file itself. Without it, the shop guesses from the name.',
						}),
					}),
				)
				.meta({ title: 'Files' }),
			/**
			 * Further stored files of the guide, each under its own name. Users who may download the main file may download these
			 * too.
			 */
			furtherFiles: z.array(furtherFileSchema).meta({ title: 'Further files', fixed: ofFile }),
			/** What screen readers find in the main document, read from the file. Missing if nothing has read it. */
			access: z
				.array(z.enum(accessFacts))
				.exactOptional()
				.meta({ title: 'For screen readers', fixed: ofFile }),
			/** Size of the stored file in bytes. Null if there is none. */
			bytes: z.int().positive().nullable().meta({ title: 'Size in bytes', fixed: ofFile }),
		})
		.meta({ title: 'What is in it' }),
	/** The rating, a marketing claim (docs/specification.md section 3); null if the specification has none. */
	rating: z
		.strictObject({
			value: z.number().min(1).max(5).meta({ title: 'Stars' }),
			count: z.int().positive().meta({ title: 'From how many ratings' }),
		})
		.nullable()
		.meta({
			title: 'Rating',
			description:
				'A claim: visitors see it once you confirm it under Products, Claims, and until there are reviews.',
		}),
	/** The edition of the stored file: its ISO date and what changed. Null if there is no file. */
	edition: editionSchema.nullable().meta({ title: 'Edition', fixed: ofProduct }),
	/** The editions before the current one, newest first. */
	earlierEditions: z
		.array(earlierEditionSchema)
		.optional()
		.meta({ title: 'Earlier editions', fixed: ofProduct }),
})

type ProductFields = z.infer<typeof productFieldsSchema>

/** What must hold between the fields of a product. */
interface ProductRule {
	/** The fields that the rule reads. If it is broken, the first one is named. */
	fields: readonly [keyof ProductFields, ...(keyof ProductFields)[]]
	holds(product: ProductFields): boolean
	/** Says what must hold. */
	says: string
}

const productRules: readonly ProductRule[] = [
	{
		fields: ['pricePence', 'isFree'],
		holds: ({ isFree, pricePence }) => !isFree || pricePence === null,
		says: 'a free product has no price',
	},
	{
		fields: ['pricePence', 'isFree', 'comingSoon'],
		holds: ({ isFree, comingSoon, pricePence }) => comingSoon || isFree || pricePence !== null,
		says: 'a released product is free or has a price',
	},
	{
		fields: ['pricePence', 'comingSoon'],
		holds: ({ comingSoon, pricePence }) => !comingSoon || pricePence === null,
		says: 'a product that is coming soon has no price yet',
	},
	{
		fields: ['pdfFileName', 'comingSoon'],
		holds: ({ comingSoon, pdfFileName }) => comingSoon === (pdfFileName === null),
		says: 'a released product has a file, and one that is coming soon has none',
	},
	{
		fields: ['edition', 'comingSoon'],
		holds: ({ comingSoon, edition }) => comingSoon === (edition === null),
		says: 'a released product has an edition, and one that is coming soon has none',
	},
	{
		fields: ['stripeProductId', 'isFree', 'comingSoon'],
		holds: ({ isFree, comingSoon, stripeProductId }) => comingSoon || isFree || stripeProductId !== null,
		says: 'a paid product has a payment-provider product id',
	},
	{
		fields: ['taxCode', 'pricePence'],
		holds: ({ pricePence, taxCode }) => pricePence === null || taxCode !== null,
		says: 'a product with a price has a tax code',
	},
	{
		fields: ['taxCode', 'isFree'],
		holds: ({ isFree, taxCode }) => !isFree || taxCode === null,
		says: 'a free product has no tax code',
	},
	{
		fields: ['earlierEditions', 'edition'],
		holds: ({ edition, earlierEditions = [] }) => {
			const dates = [edition, ...earlierEditions].map((one) => one?.date ?? '')
			return dates.every((date, index) => index === 0 || date < (dates[index - 1] ?? ''))
		},
		says: 'editions are listed newest first',
	},
	{
		fields: ['previewContent', 'comingSoon'],
		holds: ({ comingSoon, previewContent: { bytes, files } }) =>
			comingSoon || (bytes !== null && files.length > 0),
		says: 'a released product says what is in its file',
	},
	{
		fields: ['previewContent', 'comingSoon'],
		holds: ({ comingSoon, previewContent: { pageCount, bytes, contents, files } }) =>
			!comingSoon || (pageCount === null && bytes === null && contents.length === 0 && files.length === 0),
		says: 'a product that is coming soon says nothing of a file',
	},
]

/**
 * Adds the rules between the fields of a product to a schema that has these fields. A rule is checked even if other fields have
 * faults, so that all faults are named together.
 */
export function withProductRules<S extends z.ZodType<ProductFields>>(schema: S): S {
	return productRules.reduce(
		(ruled, { fields, holds, says }) =>
			ruled.refine(holds, {
				path: [fields[0]],
				message: says,
				when: ({ issues }) =>
					issues.every(({ code, path: [field] = [] }) =>
						field === undefined ? code === 'unrecognized_keys' : !fields.some((read) => read === field),
					),
			}),
		schema,
	)
}

const productSchema = withProductRules(productFieldsSchema)

export type Product = z.infer<typeof productSchema>

/** What lists and cards show of a product. */
export type ShelfProduct = Omit<
	Product,
	'previewContent' | 'taxCode' | 'edition' | 'earlierEditions' | 'rating'
> & {
	edition: Pick<Edition, 'date'> | null
	previewContent: Pick<Product['previewContent'], 'pageCount' | 'format'>
	/** Such as "4.6 from 12 reviews"; null if nothing is shown. */
	rating: string | null
	/** The name of its reading edition's file in the bucket `pdfs`; null if there is none. */
	readingFile: string | null
	/** Whether an owner has released it. The catalogue then only knows what was planned for it. */
	releasedByOwner: boolean
	/** The addresses and size of the cover that an owner has chosen; missing for the one in the catalogue. */
	cover?: { avif: string; src: string; width: number; height: number }
}

/** What the controls on a product's page need, with which a visitor takes, buys, downloads and reviews it. */
export type ProductToGet = Pick<
	ShelfProduct,
	| 'id'
	| 'slug'
	| 'title'
	| 'shortTitle'
	| 'pricePence'
	| 'isFree'
	| 'comingSoon'
	| 'pdfFileName'
	| 'stripeProductId'
	| 'readingFile'
> & {
	/** Set while an owner has taken it off sale. Its holders can still download it. */
	isOffSale?: true | undefined
}

/** Checks that ids, slugs and titles are unique. */
export const catalogueSchema = z.array(productSchema).superRefine((products, context) => {
	for (const key of ['id', 'slug', 'title'] as const) {
		if (new Set(products.map((product) => product[key])).size !== products.length) {
			context.addIssue(`two products share one ${key}`)
		}
	}
})
