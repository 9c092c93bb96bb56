import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'

/** The program of the thread that `renderPages` starts. */

const { files, values, renderer } = z
	.object({ files: z.array(z.string()), values: z.record(z.string(), z.string()), renderer: z.string() })
	.parse(workerData)

type Handler = (request: Request) => Promise<Response>
const isFunction = (value: unknown) => typeof value === 'function'
const buildSchema = z.looseObject({
	entry: z.looseObject({
		module: z.looseObject({
			createRequestHandler: z.custom<(build: unknown, mode: 'production') => Handler>(isFunction),
		}),
	}),
})

// Set before the pages are imported, because they read it on import.
globalThis.renderedSite = new URLSearchParams(values)
const build: unknown = await import(pathToFileURL(renderer).href)
const handler = buildSchema.parse(build).entry.module.createRequestHandler(build, 'production')

const rendered = new Map<string, string>()
for (const file of files) {
	const answer = await handler(new Request(`http://localhost${file.replace(/index\.html$/, '')}`))
	if (answer.status >= 500) throw new Error(`${file} could not be rendered`)
	rendered.set(file, await answer.text())
}
parentPort?.postMessage(rendered)
