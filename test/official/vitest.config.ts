import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { z } from 'zod'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const stand = here('stand-ins.ts')
const suiteSchema = z.object({
	dir: z.string(),
	setup: z.string(),
	include: z.array(z.string()),
	exclude: z.array(z.string()),
})
const { dir, setup, include, exclude } = suiteSchema.parse(JSON.parse(process.env.OFFICIAL_SUITE ?? '{}'))

// `run-suite.mjs` runs this on a copy of an official suite, in a folder of its own.
export default defineConfig({
	resolve: {
		alias: [
			{ find: /^(@jest\/globals|jest)$/, replacement: 'vitest' },
			{
				find: /^(jsonwebtoken|@faker-js\/faker|@opentelemetry\/.*|(\.\.\/)+(src\/)?tracing)$/,
				replacement: stand,
			},
		],
	},
	server: { fs: { strict: false } },
	test: {
		dir,
		include,
		exclude,
		globals: true,
		pool: 'forks',
		globalSetup: ['test/end-run.ts', 'test/postgres-setup.ts'],
		setupFiles: [here(setup)],
		testTimeout: 30_000,
	},
})
