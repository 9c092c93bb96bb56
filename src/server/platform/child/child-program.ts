import { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readFrame, writeFrame } from './frame.ts'
import type { ChildWork } from './run-limited.ts'
import { UnreadableFile } from './unreadable-file.ts'

// The program of a child process: reads its input, runs the module that its argument names, and writes what that returns.

const [module = ''] = process.argv.slice(2)
const { json, files } = readFrame(await buffer(process.stdin))
const { work }: { work: ChildWork<unknown, unknown> } = await import(module)
const result = await work(json, files)
	.then(({ output, files: made = [] }) => ({ json: { output }, files: made }))
	.catch((error: unknown) => {
		if (error instanceof UnreadableFile) return { json: { refusal: error.message }, files: [] }
		throw error
	})
// Not standard output, into which libraries may print.
const answers = new Socket({ fd: 3 })
for (const piece of writeFrame(result)) answers.write(piece)
answers.end()
