import { z } from 'zod'
import { documentNameSchema } from '#shared/content/documents.ts'
import { words } from '#shared/content/words.ts'
import { instant } from '#shared/instant.ts'
import { mediaIdSchema } from '#shared/media.ts'
import { acts, reads, uploads } from './declare.ts'

/** The alternative text. */
const alt = words(300)
const fraction = z.coerce.number().min(0).max(1)

export const mediaApi = {
	pictures: reads(
		{},
		z.object({
			/** Newest first. */
			rows: z.array(
				z.object({
					id: mediaIdSchema,
					/** The size of its widest file in pixels. */
					width: z.int(),
					height: z.int(),
					alt: z.string(),
					by: z.string(),
					at: instant,
					/** The documents that show it, or whose drafts do. */
					uses: z.array(documentNameSchema.extend({ title: z.string() })),
				}),
			),
		}),
	),
	'upload-picture': uploads(
		{
			alt,
			/** The part to keep, as fractions of its width and height; by default all of it. */
			left: fraction.default(0),
			top: fraction.default(0),
			width: fraction.default(1),
			height: fraction.default(1),
		},
		z.object({ id: mediaIdSchema, width: z.int(), height: z.int() }),
	),
	'describe-picture': acts({ id: mediaIdSchema, alt }, z.null()),
	'remove-picture': acts({ id: mediaIdSchema }, z.null()),
}
