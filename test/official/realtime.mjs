// `node test/official/realtime.mjs <clone>`: runs the realtime cases of supabase-js's own integration test against this shop, given a clone of its
// repository (with or without a work tree). Nothing of it is kept here. The set-up is adapted: the address, the keys, the users' password
// and the packages it imports.
import { edit, runSuite } from './run-suite.mjs'

const suite = '(globalThis as any).officialSuite'

runSuite({
	folder: 'packages/core/supabase-js',
	setup: 'open-realtime.ts',
	include: ['test/integration.test.ts'],
	pattern: 'Realtime',
	adapt: (folder) =>
		edit(folder, 'test/integration.test.ts', (text) =>
			text
				.replace(/^const SUPABASE_URL = .*$/m, `const SUPABASE_URL: string = ${suite}.url`)
				.replace(/^const PUBLISHABLE_KEY =\s*.*$/m, `const PUBLISHABLE_KEY: string = ${suite}.key`)
				.replaceAll("'../src/index'", "'@supabase/supabase-js'")
				// One that is on every list of leaked passwords.
				.replaceAll("'password123'", "'quiet-harbour-42'")
				.replace(/^const JWT_SECRET = .*$/m, `const JWT_SECRET: string = ${suite}.secret`),
		),
})
