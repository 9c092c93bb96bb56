import { z } from 'zod'
import { documentNameSchema } from '#shared/content/documents.ts'
import { words } from '#shared/content/words.ts'
import { instant } from '#shared/instant.ts'
import { longestAlt, longestPictureName, mediaIdPattern } from '#shared/media.ts'
import { acts, reads, uploads } from './declare.ts'

export const mediaIdSchema = z.string().regex(mediaIdPattern, 'no picture has this id')

/** The files of a picture, by what their names begin with. */
export const mediaFilesSchema = z.object({
	id: mediaIdSchema,
	/** The size of the widest file in pixels. */
	width: z.int(),
	height: z.int(),
})

/** The alternative text. */
const alt = words(longestAlt)
const fraction = z.coerce.number().min(0).max(1)

/** The part of a picture to show, as fractions of its width and height. */
const crop = { left: fraction, top: fraction, width: fraction, height: fraction }

export const mediaApi = {
	pictures: reads(
		{},
		z.object({
			/** Newest first. */
			rows: z.array(
				z.object({
					/** By which documents name it. It stays the same whatever is shown. */
					id: mediaIdSchema,
					/** What its file was called; null if that isn't known. */
					name: z.string().nullable(),
					/** What pages show. */
					shown: mediaFilesSchema,
					/** The whole picture. */
					original: mediaFilesSchema,
					/** The part that is shown, as fractions of the original; null while it is shown whole. */
					crop: z.object(crop).nullable(),
					/** The size of its widest file. */
					bytes: z.int(),
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
			/** What its file is called. */
			name: words(longestPictureName).optional(),
			/** The part to keep; by default all of it. */
			left: fraction.default(0),
			top: fraction.default(0),
			width: fraction.default(1),
			height: fraction.default(1),
		},
		mediaFilesSchema,
	),
	'describe-picture': acts({ id: mediaIdSchema, alt }, z.null()),
	'crop-picture': acts({ id: mediaIdSchema, ...crop }, z.null()),
	'replace-picture': acts(
		{
			id: mediaIdSchema,
			/** The id of the picture that takes its place. */
			replacement: mediaIdSchema,
		},
		z.null(),
	),
	'remove-picture': acts({ id: mediaIdSchema }, z.null()),
}
