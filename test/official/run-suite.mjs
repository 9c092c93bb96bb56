import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs tests of a package of supabase-js against this shop, in a copy that is deleted afterwards. The command line names a clone of
 * supabase/supabase-js, with or without a work tree, and optionally a pattern for the names of the tests to run.
 * @param {object} suite
 * @param {string} suite.folder The package's folder in the repository.
 * @param {string} suite.setup The file here that opens the shop and fills in `officialSuite`.
 * @param {string[]} suite.include The test files.
 * @param {string[]} [suite.exclude]
 * @param {string} [suite.pattern] The tests to run if the command line names none.
 * @param {(folder: string) => void} suite.adapt Changes the copy's set-up.
 */
export function runSuite({ folder, setup, include, exclude = [], pattern: usual, adapt }) {
	const [clone, pattern = usual] = process.argv.slice(2)
	if (clone === undefined) {
		process.stderr.write(`Usage: node ${process.argv[1]} <clone of supabase/supabase-js> [pattern]\n`)
		process.exit(2)
	}
	const copy = mkdtempSync(join(tmpdir(), 'headstart-official-'))
	try {
		const archive = execFileSync(
			'git',
			['-C', clone, 'archive', 'HEAD', 'packages/core', 'tsconfig.base.json'],
			{ maxBuffer: 1 << 28 },
		)
		execFileSync('tar', ['-x', '-C', copy], { input: archive })
		symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
		adapt(join(copy, folder))
		writeForVitest(join(copy, folder, 'test'))
		const { status } = spawnSync(
			process.execPath,
			[
				join(root, 'node_modules/vitest/vitest.mjs'),
				'run',
				'--config',
				join(root, 'test/official/vitest.config.ts'),
				'--reporter=verbose',
				...(pattern === undefined ? [] : ['--testNamePattern', pattern]),
			],
			{
				cwd: root,
				stdio: 'inherit',
				env: {
					...process.env,
					OFFICIAL_SUITE: JSON.stringify({ dir: join(copy, folder), setup, include, exclude }),
				},
			},
		)
		process.exitCode = status ?? 1
	} finally {
		rmSync(copy, { recursive: true })
	}
}

/** Replaces `jest` with `vi`, because Vitest hoists only mocks of that name. @param {string} folder */
function writeForVitest(folder) {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
		const file = join(entry.parentPath, entry.name)
		const text = readFileSync(file, 'utf8')
		const adapted = text
			.replace(/\bjest(?=\s*\.)/g, 'vi')
			.replaceAll("require('jsonwebtoken')", '(globalThis as any).jsonwebtoken')
		if (adapted !== text) writeFileSync(file, adapted)
	}
}

/** Changes a file of the copy. @param {string} folder @param {string} path @param {(text: string) => string} change */
export function edit(folder, path, change) {
	const file = join(folder, path)
	writeFileSync(file, change(readFileSync(file, 'utf8')))
}
