import type { FileFacts } from '#server/features/new-guides/inspected-file.ts'
import type { ChildWork } from '#server/platform/child/run-limited.ts'
import { inspectFile } from './inspect-file.ts'

/** Reads a file in a child process. Its pictures are the files that are returned. */
export const work: ChildWork<{ name: string }, FileFacts> = async ({ name }, [bytes = new Uint8Array()]) => {
	const { pictures, ...facts } = await inspectFile(name, bytes)
	return {
		output: { ...facts, pictured: pictures.map(({ page }) => page) },
		files: pictures.map((picture) => picture.bytes),
	}
}
