import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { beginRun } from '../../scripts/setup/test-run.mjs'

await beginRun()

const stand = fileURLToPath(new URL('stand-ins.ts', import.meta.url))

// `realtime.mjs` runs this on a copy of the official suite, in a folder of its own.
export default defineConfig({
	resolve: {
		alias: [
			{
				find: '../src/index',
				replacement: fileURLToPath(
					new URL('../../node_modules/@supabase/supabase-js/dist/index.mjs', import.meta.url),
				),
			},
			{ find: /^(\.\.\/src\/tracing|jsonwebtoken|@opentelemetry\/.*)$/, replacement: stand },
		],
	},
	server: { fs: { strict: false } },
	test: {
		dir: process.env.OFFICIAL_SUITE ?? 'test/official',
		include: ['**/realtime.test.ts'],
		globals: true,
		pool: 'forks',
		globalSetup: ['test/end-run.ts', 'test/postgres-setup.ts'],
		setupFiles: [fileURLToPath(new URL('open-shop.ts', import.meta.url))],
		testTimeout: 30_000,
	},
})
