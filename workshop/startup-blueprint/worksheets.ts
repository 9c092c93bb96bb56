import { z } from 'zod'
import { countedKinds, typedKinds } from '../../src/shared/sheet-fields.ts'
import data from './worksheets.json' with { type: 'json' }

/** What was typed is kept by the names of a sheet and of its part, so that they stay when words change or parts move. */
const name = z.string().regex(/^[a-z][a-z-]*$/)
const field = z.enum([...typedKinds, ...countedKinds])

const partSchema = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('answer'),
		name,
		question: z.string(),
		lines: z.int().positive(),
		/** Its field in the reading edition, if that isn't a text. */
		field: field.optional(),
	}),
	z.strictObject({
		kind: z.literal('choice'),
		name,
		question: z.string(),
		options: z.array(z.string()).min(2),
	}),
	z.strictObject({ kind: z.literal('ticks'), name, items: z.array(z.string()).min(1) }),
	/** Either `rows`, each with a title, or a number of `empty` rows. */
	z.strictObject({
		kind: z.literal('table'),
		name,
		label: z.string(),
		columns: z.array(z.string()).min(2),
		/** The widths of the columns, in per cent. */
		widths: z.array(z.number()),
		rows: z.array(z.string()).optional(),
		empty: z.int().positive().optional(),
		/** The field of each column, if not all are texts. */
		fields: z.array(field).optional(),
	}),
])
export type WorksheetPart = z.infer<typeof partSchema>

const worksheetSchema = z.strictObject({
	name,
	title: z.string(),
	/** When to fill it in. */
	use: z.string(),
	/** How many copies the files contain, if more than one. */
	copies: z.int().positive().optional(),
	parts: z.array(partSchema).min(1),
})
export type Worksheet = z.infer<typeof worksheetSchema>

/** The contents of the worksheets. The guide includes the worksheets, and the form and the Word file consist of them. */
export const worksheets: readonly Worksheet[] = z.array(worksheetSchema).parse(data)
