import { type LimitedTask, runLimited } from '#server/platform/child/run-limited.ts'
import { type FileFacts, factsSchema, type InspectedFile } from './inspected-file.ts'

const task: LimitedTask<FileFacts> = {
	module: new URL('./inspect/work.ts', import.meta.url),
	output: factsSchema,
	seconds: 90,
	megabytes: 1_000,
	mostBytes: 60_000_000,
}

/** Reads an uploaded file in a process of its own. Throws `UnreadableFile` with a sentence if it is none that can become a guide. */
export async function inspectInChild(name: string, bytes: Uint8Array): Promise<InspectedFile> {
	const { output, files } = await runLimited(task, { name }, [bytes])
	const { pictured, ...facts } = output
	return {
		...facts,
		pictures: pictured.flatMap((page, index) => {
			const picture = files[index]
			return picture === undefined ? [] : [{ page, bytes: picture }]
		}),
	}
}
