import { z } from 'zod'
import { type LimitedTask, runLimited } from '#server/platform/child/run-limited.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { sha256Of } from '#server/shop/files/file-store.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { mediaIdSchema } from '#shared/admin/media.ts'
import { type Crop, mediaFileName, pictureFormats, storedWidths } from '#shared/media.ts'

const factsSchema = z.object({
	id: mediaIdSchema,
	/** The size of its widest file in pixels. */
	width: z.int().min(1).max(1_280),
	height: z.int().min(1).max(6_400),
})

/** What the child says of a picture. */
export type EncodedFacts = z.infer<typeof factsSchema>

export interface EncodedFile {
	name: string
	contentType: string
	sha256: string
	bytes: Uint8Array
}

export interface EncodedPicture extends EncodedFacts {
	files: readonly EncodedFile[]
}

const encoding: LimitedTask<EncodedFacts> = {
	module: new URL('./encode-in-child.ts', import.meta.url),
	output: factsSchema,
	seconds: 60,
	megabytes: 640,
	mostBytes: 20_000_000,
}

/** Where a file of each format says what it is. */
const marks = { avif: { at: 4, text: 'ftypavif' }, webp: { at: 8, text: 'WEBP' } }

/**
 * Re-encodes a picture in every width and format, in a child process. Throws `DecisionError` with what is wrong with it, if it isn't
 * a picture that can be shown.
 */
export async function encodePicture(bytes: Uint8Array, crop?: Crop | undefined): Promise<EncodedPicture> {
	if (bytes.length === 0) throw new DecisionError('The file is empty.')
	try {
		const { output: facts, files } = await runLimited(encoding, { crop: crop ?? null }, [bytes])
		const expected = storedWidths(facts.width).flatMap((width) =>
			pictureFormats.map((format) => ({ name: mediaFileName(facts.id, width, format), format })),
		)
		return {
			...facts,
			files: expected.map(({ name, format }, index) => {
				const made = files[index] ?? new Uint8Array()
				const { at, text } = marks[format]
				if (Buffer.from(made).toString('latin1', at, at + text.length) !== text)
					throw new Error(`the child returned something else than ${name}`)
				return {
					name,
					contentType: `image/${format}`,
					sha256: sha256Of(made),
					bytes: made,
				}
			}),
		}
	} catch (error) {
		throw error instanceof UnreadableFile ? new DecisionError(error.message, error) : error
	}
}
