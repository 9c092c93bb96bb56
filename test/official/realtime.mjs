// `node test/official/realtime.mjs <clone>`: runs the realtime cases of supabase-js's own integration test against this shop, given a clone of its
// repository (with or without a work tree). Nothing of it is kept here. The set-up is adapted: the address, the keys, the users' password
// and the packages it imports.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [clone] = process.argv.slice(2)
if (clone === undefined) {
	process.stderr.write('Usage: node test/official/realtime.mjs <clone of supabase/supabase-js>\n')
	process.exit(2)
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const source = execFileSync(
	'git',
	['-C', clone, 'show', 'HEAD:packages/core/supabase-js/test/integration.test.ts'],
	{
		encoding: 'utf8',
	},
)
const folder = mkdtempSync(join(tmpdir(), 'headstart-official-'))
try {
	const adapted = source
		.replace(
			/^const SUPABASE_URL = .*$/m,
			'const SUPABASE_URL: string = (globalThis as any).officialSuite.url',
		)
		.replace(
			/^const PUBLISHABLE_KEY =\s*.*$/m,
			'const PUBLISHABLE_KEY: string = (globalThis as any).officialSuite.key',
		)
		// One that is on every list of leaked passwords.
		.replaceAll("'password123'", "'quiet-harbour-42'")
		.replace(
			/^const JWT_SECRET = .*$/m,
			'const JWT_SECRET: string = (globalThis as any).officialSuite.secret',
		)
	writeFileSync(join(folder, 'realtime.test.ts'), adapted)
	const { status } = spawnSync(
		process.execPath,
		[
			join(root, 'node_modules/vitest/vitest.mjs'),
			'run',
			'--config',
			join(root, 'test/official/vitest.config.ts'),
			'--testNamePattern',
			'Realtime',
			'--reporter=verbose',
		],
		{ cwd: root, stdio: 'inherit', env: { ...process.env, OFFICIAL_SUITE: folder } },
	)
	process.exitCode = status ?? 1
} finally {
	rmSync(folder, { recursive: true })
}
