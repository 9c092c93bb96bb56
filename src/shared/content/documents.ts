import { z } from 'zod'
import { productFieldsSchema, withProductRules } from '#shared/catalogue-schema.ts'
import { openGraphSchema, pictureSchema } from './picture.ts'
import { productPageSchema } from './product-page.ts'

const text = z.string().min(1)

/** Everything the shop knows and shows of a product, without URLs: pictures and files are named. */
export const productDocumentSchema = withProductRules(
	productFieldsSchema.extend({
		/** In the order in which the viewer shows them. */
		gallery: z
			.array(pictureSchema)
			.refine(
				(all) => new Set(all.map(({ name }) => name)).size === all.length,
				'two pictures share one name',
			)
			.readonly(),
		openGraph: openGraphSchema,
		/** What its own page shows besides; null for a product that has no such page yet. */
		page: productPageSchema.nullable(),
	}),
)

export type ProductDocument = z.infer<typeof productDocumentSchema>

/** A testimonial, a marketing claim: a public shop shows only those that its owner has confirmed. */
export const testimonialSchema = z.strictObject({
	id: z.templateLiteral(['testimonial-', z.int().positive()]),
	stars: z.literal(5),
	quote: text,
	name: text,
	who: text,
})

/** The texts of each page that are data. The rest of a page is in its component. */
const pageSchemas: Readonly<Record<string, z.ZodType>> = {
	home: z.strictObject({ testimonials: z.array(testimonialSchema).readonly() }),
	about: z.strictObject({
		/** The story of the shop in the words of its creator, by paragraphs. Also a marketing claim. */
		story: z.array(text).min(1).readonly(),
	}),
}

/** What belongs to no single page. */
const siteSchema = z.strictObject({
	/** The preview picture of every page that is not about one product: `catalogue/design/open-graph.jpg`. */
	openGraph: openGraphSchema,
})

export const documentNameSchema = z.strictObject({ kind: z.enum(['product', 'page', 'site']), id: text })

/** Identifies a document. A product’s document has the product’s id. */
export type DocumentName = z.infer<typeof documentNameSchema>

export interface ShopDocument extends DocumentName {
	content: unknown
}

/** A part of a document that its schema does not allow. */
export interface Fault {
	/** The names and indexes that lead to it, such as `page.questions.0.answer`; empty for the whole document. */
	path: string
	says: string
}

/** Returns everything that is wrong with the content of a document. */
export function findFaults({ kind, id }: DocumentName, content: unknown): Fault[] {
	const schema = schemaOf({ kind, id })
	if (schema === undefined) return [{ path: '', says: `the shop has no ${kind} called ${id}` }]
	const { error } = schema.safeParse(content)
	const faults = error?.issues.map(({ path, message }) => ({ path: path.join('.'), says: message })) ?? []
	return kind === 'product' && faults.every(({ path }) => path !== 'id') && idOf(content) !== id
		? [...faults, { path: 'id', says: `the id of this product is ${id}` }]
		: faults
}

function schemaOf({ kind, id }: DocumentName): z.ZodType | undefined {
	if (kind === 'product') return productDocumentSchema
	if (kind === 'site') return id === 'site' ? siteSchema : undefined
	return Object.hasOwn(pageSchemas, id) ? pageSchemas[id] : undefined
}

function idOf(content: unknown): unknown {
	return typeof content === 'object' && content !== null && 'id' in content ? content.id : undefined
}
