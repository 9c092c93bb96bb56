import { z } from 'zod'
import { categorySchema } from '#shared/catalogue-schema.ts'
import { uploads } from './declare.ts'

export const newGuidesApi = {
	'new-guide': uploads(
		{
			/** The name that the file has on the owner's computer. Its ending says what it is: PDF, EPUB, DOCX, XLSX or ZIP. */
			name: z.string().trim().min(1).max(255),
			category: categorySchema,
		},
		z.object({
			/** The id of the new product and its document. */
			id: z.string(),
			title: z.string(),
			/** Null if the file doesn't say. */
			pages: z.int().nullable(),
			words: z.int(),
			chapters: z.int(),
			files: z.int(),
			/** How many pages have become pictures. */
			pictures: z.int(),
			/** The chapter that anybody can read; null if none is suggested. */
			free_chapter: z.string().nullable(),
			/** What the file's readers would stumble over, in sentences. */
			faults: z.array(z.string()),
		}),
	),
}
