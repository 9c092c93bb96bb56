import { z } from 'zod'
import { type DocumentName, schemaOf } from './documents.ts'
import { colourPattern, type FormField } from './form-field.ts'
import { richTextLimits } from './rich-text-schema.ts'

export const formFieldSchema: z.ZodType<FormField> = z.lazy(() =>
	z.object({
		name: z.string(),
		title: z.string(),
		hint: z.string().optional(),
		fixed: z.string().optional(),
		without: z.enum(['null', 'nothing']).optional(),
		kind: z.enum([
			'text',
			'day',
			'colour',
			'rich',
			'number',
			'choice',
			'yes or no',
			'list',
			'group',
			'counted',
			'same',
		]),
		most: z.number().optional(),
		rich: richTextLimits.optional(),
		least: z.number().optional(),
		values: z.array(z.union([z.string(), z.number()])).optional(),
		fields: z.array(formFieldSchema).optional(),
		arranged: z.boolean().optional(),
		confirmed: z.boolean().optional(),
		item: formFieldSchema.optional(),
	}),
)

/** The parts of a JSON Schema that the form of a document is made from. The schemas add `fixed`, `counted`, `rich`, `arranged` and `confirmed` with `.meta`. */
const jsonSchema = z.object({
	title: z.string().optional(),
	description: z.string().optional(),
	fixed: z.string().optional(),
	open: z.boolean().optional(),
	counted: z.string().optional(),
	arranged: z.boolean().optional(),
	confirmed: z.boolean().optional(),
	rich: richTextLimits.optional(),
	type: z.union([z.string(), z.array(z.string())]).optional(),
	format: z.string().optional(),
	pattern: z.string().optional(),
	const: z.union([z.string(), z.number(), z.boolean()]).optional(),
	enum: z.array(z.string()).optional(),
	maxLength: z.number().optional(),
	maxItems: z.number().optional(),
	minItems: z.number().optional(),
	required: z.array(z.string()).default([]),
	get properties() {
		return z.record(z.string(), jsonSchema).optional()
	},
	get items() {
		return jsonSchema.optional()
	},
	get anyOf() {
		return z.array(jsonSchema).optional()
	},
})
type JsonSchema = z.output<typeof jsonSchema>

const forms = { first: new Map<z.ZodType, FormField>(), later: new Map<z.ZodType, FormField>() }

/**
 * Returns the form of a document: its fields, in the order of its schema. Until its first publication, more of them can be changed.
 * Throws if the shop can't have such a document.
 */
export function formOf(name: DocumentName, isFirst = false): FormField {
	const schema = schemaOf(name)
	if (schema === undefined) throw new Error(`the shop has no ${name.kind} called ${name.id}`)
	const made = isFirst ? forms.first : forms.later
	const form = made.get(schema) ?? fieldOf('', read(schema), { isFirst })
	made.set(schema, form)
	return form
}

function read(schema: z.ZodType): JsonSchema {
	return jsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

function fieldOf(
	name: string,
	schema: JsonSchema,
	{ isFirst, isRequired = true }: { isFirst: boolean; isRequired?: boolean },
): FormField {
	const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
	const isNullable = inner !== schema || (Array.isArray(schema.type) && schema.type.includes('null'))
	return {
		name,
		title: schema.title ?? inWords(name),
		hint: schema.description,
		fixed: isFirst && schema.open === true ? undefined : schema.fixed,
		confirmed: schema.confirmed,
		without: isNullable ? 'null' : isRequired ? undefined : 'nothing',
		...shapeOf(inner, isFirst),
	}
}

function shapeOf(schema: JsonSchema, isFirst: boolean): Pick<FormField, 'kind'> & Partial<FormField> {
	const { properties, items, required } = schema
	if (schema.rich !== undefined) return { kind: 'rich', rich: schema.rich }
	if (schema.counted !== undefined) return { kind: 'counted', values: [schema.counted] }
	if (schema.const !== undefined && typeof schema.const !== 'boolean')
		return { kind: 'same', values: [schema.const] }
	if (schema.type === 'boolean') return { kind: 'yes or no' }
	if (schema.enum !== undefined) return { kind: 'choice', values: schema.enum }
	if (items !== undefined)
		return {
			kind: 'list',
			least: schema.minItems,
			most: schema.maxItems,
			arranged: schema.arranged,
			item: fieldOf('', items, { isFirst }),
		}
	if (properties !== undefined)
		return {
			kind: 'group',
			fields: Object.entries(properties).map(([name, inner]) =>
				fieldOf(name, inner, { isFirst, isRequired: required.includes(name) }),
			),
		}
	if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number' }
	if (schema.format === 'date') return { kind: 'day' }
	if (schema.pattern === colourPattern.source) return { kind: 'colour' }
	return { kind: 'text', most: schema.maxLength }
}

/** Turns the name of a field into words: "checkedBy" into "Checked by". */
function inWords(name: string): string {
	const spaced = name.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
	return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}

/** Returns what the fields that lead to a part of a document are called, such as "Its page, Questions, 2, Answer". */
export function titleOf(form: FormField, path: string): string {
	if (path === '') return ''
	let field: FormField | undefined = form
	const titles = path.split('.').map((step) => {
		const inner: FormField | undefined = field?.item ?? field?.fields?.find(({ name }) => name === step)
		const title = field?.kind === 'list' ? String(Number(step) + 1) : (inner?.title ?? step)
		field = inner
		return title
	})
	return titles.join(', ')
}
