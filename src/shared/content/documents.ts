import { z } from 'zod'
import { productFieldsSchema, withProductRules } from '#shared/catalogue-schema.ts'
import { articleSchema } from './article.ts'
import { emailsName, emailsSchema } from './email-words.ts'
import { documentKinds } from './form-field.ts'
import {
	aboutPageSchema,
	articlesPageSchema,
	categoryPageSchema,
	homePageSchema,
	shelfPageSchema,
} from './own-pages.ts'
import { openGraphSchema, pictureSchema } from './picture.ts'
import { productPageSchema } from './product-page.ts'
import { siteSchema } from './site-words.ts'
import { textPage } from './text-page.ts'

const text = z.string().min(1)

/** The fields of a product's document. */
export const productDocumentFieldsSchema = productFieldsSchema.extend({
	/** In the order in which the viewer shows them. */
	gallery: z
		.array(pictureSchema)
		.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two pictures share one name')
		.readonly()
		.meta({
			title: 'Pictures',
			description:
				'The first is the cover. Those of yours can be taken out; those that came with the shop only moved.',
			arranged: true,
		}),
	openGraph: openGraphSchema.meta({ title: 'Picture of shared links' }),
	/** What its own page shows besides; null for a product that has no such page yet. */
	page: productPageSchema.nullable().meta({ title: 'Its page' }),
})

/** Everything the shop knows and shows of a product, without URLs: pictures and files are named. */
export const productDocumentSchema = withProductRules(productDocumentFieldsSchema)

export type ProductDocument = z.infer<typeof productDocumentSchema>

/** The words of each page, in the order in which the admin lists them. The page of a category has its name. */
export const pageSchemas = {
	home: homePageSchema,
	free: shelfPageSchema('Free guides'),
	premium: shelfPageSchema('Premium guides'),
	Career: categoryPageSchema('Career'),
	Finance: categoryPageSchema('Finance'),
	Money: categoryPageSchema('Money'),
	Academic: categoryPageSchema('Academic'),
	Business: categoryPageSchema('Business'),
	articles: articlesPageSchema,
	about: aboutPageSchema,
	contact: textPage('Contact', { keeps: ['seller-details'] }),
	terms: textPage('Terms', { keeps: ['seller-details'], offers: ['where-we-sell'] }),
	privacy: textPage('Privacy', {
		keeps: ['seller-details', 'stored-data', 'optional-receivers', 'page-views', 'browser-storage'],
		offers: ['sign-in-cookie'],
	}),
	refunds: textPage('Refunds', { offers: ['seller-details'] }),
	accessibility: textPage('Accessibility', {}),
}

export const pagesSchema = z.strictObject(pageSchemas)

export const documentNameSchema = z.strictObject({ kind: z.enum(documentKinds), id: text })

/** Identifies a document. A product’s document has the product’s id; articles are numbered. */
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

/** Returns whether the shop can have such a document. */
export function isDocumentName({ kind, id }: DocumentName): boolean {
	return kind === 'product'
		? productFieldsSchema.shape.id.safeParse(id).success
		: schemaOf({ kind, id }) !== undefined
}

/** Returns everything that is wrong with the content of a document. */
export function findFaults({ kind, id }: DocumentName, content: unknown): Fault[] {
	const schema = schemaOf({ kind, id })
	if (schema === undefined) return [{ path: '', says: `the shop has no ${kind} called ${id}` }]
	const { error } = schema.safeParse(content, { error: inPlainWords })
	const faults = error?.issues.map(({ path, message }) => ({ path: path.join('.'), says: message })) ?? []
	return kind === 'product' && faults.every(({ path }) => path !== 'id') && idOf(content) !== id
		? [...faults, { path: 'id', says: `the id of this product is ${id}` }]
		: faults
}

/** Says what is wrong with a field, unless its schema has words for it. */
const inPlainWords: z.core.$ZodErrorMap = (issue) => {
	if (issue.code === 'too_small' && issue.origin === 'string') return 'can’t be empty'
	if (issue.code === 'too_small' && issue.origin === 'array') return `needs at least ${issue.minimum}`
	if (issue.code === 'too_big' && issue.origin === 'string')
		return `is too long: ${issue.maximum} characters at most`
	if (issue.code === 'too_big' && issue.origin === 'array') return `has too many: ${issue.maximum} at most`
	if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
	return undefined
}

/**
 * Returns the content of a document without fields that its schema doesn't know. While a shop is upgraded, and after a rollback, servers
 * read what a later release has written.
 */
export function withoutUnknownFields(name: DocumentName, content: unknown): unknown {
	const issues = schemaOf(name)?.safeParse(content).error?.issues ?? []
	return issues.reduce(
		(cleaned, issue) =>
			issue.code === 'unrecognized_keys' ? withoutKeys(cleaned, issue.path, issue.keys) : cleaned,
		content,
	)
}

function withoutKeys(
	value: unknown,
	[field, ...inner]: readonly PropertyKey[],
	keys: readonly string[],
): unknown {
	const change = (name: string, part: unknown) =>
		name === String(field) ? withoutKeys(part, inner, keys) : part
	if (Array.isArray(value)) return value.map((part: unknown, index) => change(String(index), part))
	if (typeof value !== 'object' || value === null) return value
	const entries = Object.entries(value)
	return Object.fromEntries(
		field === undefined
			? entries.filter(([name]) => !keys.includes(name))
			: entries.map(([name, part]: [string, unknown]) => [name, change(name, part)]),
	)
}

/** Returns the schema of a document; undefined if the shop can't have such a document. */
export function schemaOf({ kind, id }: DocumentName): z.ZodType | undefined {
	if (kind === 'product') return productDocumentSchema
	if (kind === 'article') return /^[1-9]\d{0,8}$/.test(id) ? articleSchema : undefined
	const schemas = kind === 'site' ? { site: siteSchema, [emailsName.id]: emailsSchema } : pageSchemas
	return Object.entries(schemas).find(([name]) => name === id)?.[1]
}

function idOf(content: unknown): unknown {
	return typeof content === 'object' && content !== null && 'id' in content ? content.id : undefined
}
