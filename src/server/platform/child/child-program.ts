import { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { readFrame, writeFrame } from './frame.ts'
import type { ChildWork } from './run-limited.ts'
import { UnreadableFile } from './unreadable-file.ts'

// The program of a child process: reads its input, runs the module that it names, and writes what that returns.

/** What a module that runs in a child process exports. */
const workSchema = z.object({
	work: z.custom<ChildWork<unknown, unknown>>((value) => typeof value === 'function'),
})

const inputSchema = z.object({ module: z.string(), input: z.unknown() })

const { json, files } = readFrame(await buffer(process.stdin))
const { module, input } = inputSchema.parse(json)
const { work } = workSchema.parse(await import(module))
const result = await work(input, files)
	.then(({ output, files: made = [] }) => ({ json: { output }, files: made }))
	.catch((error: unknown) => {
		if (error instanceof UnreadableFile) return { json: { refusal: error.message }, files: [] }
		throw error
	})
// Not standard output, into which libraries may print.
const answers = new Socket({ fd: 3 })
for (const piece of writeFrame(result)) answers.write(piece)
answers.end()
