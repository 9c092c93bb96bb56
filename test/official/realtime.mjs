// `node test/official/realtime.mjs <clone>` runs supabase-js's own integration test against this shop. `<clone>`
// is a clone of its repository, with or without a work tree. No copy of the test is kept here. The set-up is adapted: the address, the
// keys, the users' password and the packages it imports.
import { edit, runSuite } from './run-suite.mjs'

const suite = '(globalThis as any).officialSuite'

runSuite({
	folder: 'packages/core/supabase-js',
	setup: 'open-realtime.ts',
	include: ['test/integration.test.ts'],
	adapt: (folder) =>
		edit(folder, 'test/integration.test.ts', (text) =>
			text
				.replace(/^const SUPABASE_URL = .*$/m, `const SUPABASE_URL: string = ${suite}.url`)
				.replace(/^const PUBLISHABLE_KEY =\s*.*$/m, `const PUBLISHABLE_KEY: string = ${suite}.key`)
				.replaceAll("'../src/index'", "'@supabase/supabase-js'")
				// The server refuses this password, because it is on every list of leaked ones.
				.replaceAll("'password123'", "'quiet-harbour-42'")
				.replace(/^const JWT_SECRET = .*$/m, `const JWT_SECRET: string = ${suite}.secret`),
		),
})
