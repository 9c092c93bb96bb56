import { z } from 'zod'
import data from './worksheets.json' with { type: 'json' }

const partSchema = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('answer'), question: z.string(), lines: z.int().positive() }),
	z.strictObject({ kind: z.literal('choice'), question: z.string(), options: z.array(z.string()).min(2) }),
	z.strictObject({ kind: z.literal('ticks'), items: z.array(z.string()).min(1) }),
	/** Either `rows`, each with a title, or a number of `empty` rows. */
	z.strictObject({
		kind: z.literal('table'),
		label: z.string(),
		columns: z.array(z.string()).min(2),
		/** The widths of the columns, in per cent. */
		widths: z.array(z.number()),
		rows: z.array(z.string()).optional(),
		empty: z.int().positive().optional(),
	}),
])
export type WorksheetPart = z.infer<typeof partSchema>

const worksheetSchema = z.strictObject({
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
