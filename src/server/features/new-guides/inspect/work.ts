import { z } from 'zod'
import type { FileFacts } from '#server/features/new-guides/inspected-file.ts'
import type { ChildWork } from '#server/platform/child/run-limited.ts'
import { inspectFile } from './inspect-file.ts'

const inputSchema = z.object({ name: z.string() })

/** Reads a file in a child process. Its pictures are the files that are returned. */
export const work: ChildWork<unknown, FileFacts> = async (input, [bytes = new Uint8Array()]) => {
	const { pictures, ...facts } = await inspectFile(inputSchema.parse(input).name, bytes)
	return {
		output: { ...facts, pictured: pictures.map(({ page }) => page) },
		files: pictures.map((picture) => picture.bytes),
	}
}
