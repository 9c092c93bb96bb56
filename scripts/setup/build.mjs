import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from './node.mjs'
import { rootDir, run } from './run.mjs'
import { say, Trouble, withProgress } from './trouble.mjs'

/** The sources of the built pages. */
export const inputs = [
	'src/web',
	'src/admin',
	'src/shared',
	'catalogue',
	'pages',
	'public',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'react-router.config.ts',
	'vite.config.ts',
	'vite.admin.config.ts',
	'scripts/vite-plugins.ts',
]
export const outputs = [
	'build/client/manifest.webmanifest',
	'build/server/index.js',
	'build/admin/index.html',
]
const hashFile = join(rootDir, 'build/.inputs-hash')

/** Returns whether the built pages are up to date with their sources. */
export function isBuilt() {
	if (!outputs.every((file) => existsSync(join(rootDir, file)))) return false
	return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === inputsHash()
}

export async function build() {
	say('Building the pages …')
	const hash = inputsHash()
	// The hash is removed before the build and written after it, so that an interrupted build is repeated.
	rmSync(hashFile, { force: true })
	const built = await withProgress(
		'Building',
		() => ({}),
		() => Promise.all(buildCommands.map(buildPart)),
	)
	const failed = built.find(({ code }) => code !== 0)
	if (built.some(({ signalled }) => signalled))
		throw new Trouble('Stopped before the pages were built. The next start will build them.')
	if (failed !== undefined)
		throw new Trouble(`${failed.output.trim()}\n\nThe pages could not be built. See the output above.`)
	writeFileSync(hashFile, hash)
}

export const reactRouterProgram = join(rootDir, 'node_modules/@react-router/dev/bin.cjs')
const viteProgram = join(rootDir, 'node_modules/vite/bin/vite.js')

/** The command that builds the admin. Further options may be added to it. */
export const adminBuild = [viteProgram, 'build', '--config', join(rootDir, 'vite.admin.config.ts')]

/** The shop's pages and the admin, which are built side by side. */
const buildCommands = [[reactRouterProgram, 'build'], adminBuild]

/** @param {string[]} args */
async function buildPart(args) {
	return await run(pinnedNode(), args, { quiet: true, env: { NODE_ENV: 'production' } })
}

function inputsHash() {
	const hash = createHash('sha256')
	for (const file of inputs.flatMap(filesIn))
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(rootDir, file)))
			.update('\0')
	return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
	const absolute = join(rootDir, path)
	if (!existsSync(absolute)) return []
	try {
		return readdirSync(absolute, { withFileTypes: true })
			.sort((a, b) => (a.name < b.name ? -1 : 1))
			.flatMap((entry) =>
				entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
			)
	} catch {
		return [path]
	}
}
