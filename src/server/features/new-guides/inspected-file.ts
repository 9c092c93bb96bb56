import { z } from 'zod'
import { guideFormats } from '#shared/admin/names.ts'
import { accessFacts } from '#shared/catalogue-schema.ts'

const text = z.string().max(100_000)

/** A paragraph, a heading or an item of a list. */
const blockSchema = z.object({ kind: z.enum(['paragraph', 'heading', 'item']), text })
export type Block = z.infer<typeof blockSchema>

/** A chapter with its text, and its first and last page; null in a file without pages. */
const sectionSchema = z.object({
	title: text,
	page: z.int().positive().nullable(),
	lastPage: z.int().positive().nullable(),
	blocks: z.array(blockSchema),
})
export type Section = z.infer<typeof sectionSchema>

/** What a file says of itself. Null is what it doesn't say. */
export const factsSchema = z.object({
	format: z.enum(guideFormats),
	title: text.nullable(),
	author: text.nullable(),
	subject: text.nullable(),
	pageCount: z.int().positive().nullable(),
	/** In the order of the file. */
	sections: z.array(sectionSchema).max(200),
	words: z.int().nonnegative(),
	/** The files in it, or itself. */
	files: z.array(
		z.object({
			name: z.string(),
			/** The ending of its name, in capitals. */
			format: z.string(),
			bytes: z.int().positive(),
			pages: z.int().positive().nullable(),
		}),
	),
	/** The document that the facts are about: itself, or one of the files in it. */
	mainFile: z.string(),
	/** The names of a spreadsheet's sheets. */
	sheets: z.array(text),
	/** What screen readers find in it. */
	access: z.array(z.enum(accessFacts)),
	/** What its readers would stumble over, in sentences. */
	faults: z.array(z.string()),
	/** The page that each picture shows; null for a cover that is no page. */
	pictured: z.array(z.int().positive().nullable()).max(8),
})
export type FileFacts = z.infer<typeof factsSchema>

/** A picture of a page or of the cover, in a format of pictures. */
export interface Picture {
	page: number | null
	bytes: Uint8Array
}

export interface InspectedFile extends Omit<FileFacts, 'pictured'> {
	pictures: readonly Picture[]
}

/** What a reader of one format finds. */
export type ReadDocument = Pick<
	InspectedFile,
	'title' | 'author' | 'subject' | 'pageCount' | 'sections' | 'sheets' | 'access' | 'faults' | 'pictures'
>
