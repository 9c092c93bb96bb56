// `npm run check`: lint, import rules, types and the nearest tests, for use while working. Takes about a minute; `npm test` checks everything.
// Arguments choose other tests: `npm run check -- src/server/features/codes`.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checks, vitest } from './setup/checks.mjs'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { runScript, say } from './setup/trouble.mjs'

/** The tests of files that no test imports. @type {readonly [RegExp, readonly string[]][]} */
const further = [
	[/\.md$/, ['test/documents.test.ts']],
	[
		/^migrations\//,
		['test/schema.test.ts', 'test/migration-numbers.test.ts', 'test/row-level-security.test.ts'],
	],
	[/^(deploy\/|scripts\/setup\/|\.dockerignore|package\.json)/, ['test/shipping.test.ts']],
]

await runScript(async () => {
	const node = await prepare({ tools: true })
	const chosen = process.argv.slice(2)
	const changed = chosen.length > 0 ? [] : changedFiles()
	const tests = chosen.length > 0 ? chosen : nearestTests(changed)
	const results = await Promise.all([
		check('Lint', node, checks.lint),
		check('Import rules', node, checks.importRules),
		check('Types', node, checks.typesAgain),
	])
	if (results.includes(false)) return 1
	if (changed.some((file) => file.startsWith('workshop/')))
		say('\nThe workshop has changed too: npm run test:workshop checks it.')
	if (tests.length === 0) {
		say(`\nNo test is near ${changed.length === 0 ? 'the last commit' : changed.join(', ')}.`)
		return 0
	}
	const { code } = await run(node, [vitest, 'run', '--reporter=dot', ...tests])
	return code
})

/** Returns the files that differ from the last commit, or those that it changed if none does. */
function changedFiles() {
	const git = (/** @type {string[]} */ ...args) =>
		execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: rootDir, encoding: 'utf8' })
			.split('\n')
			.filter(Boolean)
	const uncommitted = [
		...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
		...git('ls-files', '--others', '--exclude-standard'),
	]
	return uncommitted.length > 0
		? uncommitted
		: git('show', '--name-only', '--diff-filter=d', '--format=', 'HEAD')
}

/**
 * Returns the tests in the folders of the changed files, and those that import one of these files themselves. Nearly every test of the
 * server imports all of it indirectly, so that is not asked.
 *
 * @param {readonly string[]} changed
 */
function nearestTests(changed) {
	const all = ['src', 'catalogue', 'test', 'lab/bench'].flatMap((folder) =>
		readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.test\.tsx?$/.test(file))
			.map((file) => `${folder}/${file}`),
	)
	const folders = new Set(changed.filter((file) => !/^(test|docs)\//.test(file)).map(dirname))
	const imports = changed
		.filter((file) => /\.(tsx?|mjs)$/.test(file))
		.map((file) => `${basename(dirname(file))}/${basename(file)}'`)
	const listed = further.flatMap(([pattern, tests]) =>
		changed.some((file) => pattern.test(file)) ? tests : [],
	)
	return all.filter((test) => {
		if (changed.includes(test) || folders.has(dirname(test)) || listed.includes(test)) return true
		const text = readFileSync(join(rootDir, test), 'utf8')
		return imports.some((one) => text.includes(one))
	})
}

/** Runs a check of one or more commands, each of which needs the one before. @param {string} title @param {string} node @param {string[][]} commands */
async function check(title, node, commands) {
	for (const args of commands) {
		const { code, output } = await run(node, args, { quiet: true })
		if (code === 0) continue
		say(`\n${title}: failed\n${output}`)
		return false
	}
	say(`${title}: passed`)
	return true
}
