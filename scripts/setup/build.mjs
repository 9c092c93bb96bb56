import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, serverProgram } from './node.mjs'
import { rootDir, run } from './run.mjs'
import { say, Trouble, withProgress } from './trouble.mjs'

export const reactRouterProgram = join(rootDir, 'node_modules/@react-router/dev/bin.cjs')
const viteProgram = join(rootDir, 'node_modules/vite/bin/vite.js')

/** The command that builds the admin. Further options may be added to it. */
export const adminBuild = [viteProgram, 'build', '--config', join(rootDir, 'vite.admin.config.ts')]

const sharedInputs = ['src/shared', 'catalogue', 'package.json', 'package-lock.json', 'tsconfig.json']

/**
 * What is built: its sources, a file of each of its parts, and the commands, which run side by side. The programs are those of the
 * server.
 */
export const builds = {
	pages: {
		inputs: [
			...sharedInputs,
			'src/web',
			'src/admin',
			'pages',
			'public',
			'react-router.config.ts',
			'vite.config.ts',
			'vite.admin.config.ts',
			'scripts/vite-plugins.ts',
		],
		outputs: ['build/client/favicon.svg', 'build/server/index.js', 'build/admin/index.html'],
		commands: [[reactRouterProgram, 'build'], adminBuild],
	},
	programs: {
		inputs: [...sharedInputs, 'src/server', 'src/sandbox', 'vite.programs.config.ts'],
		outputs: [serverProgram],
		commands: [[viteProgram, 'build', '--config', join(rootDir, 'vite.programs.config.ts')]],
	},
}

/** @typedef {keyof typeof builds} BuildName */

/** @param {BuildName} name */
const hashFile = (name) => join(rootDir, `build/.${name}-hash`)

/** Returns whether a build is up to date with its sources. @param {BuildName} name */
export function isBuilt(name) {
	if (!builds[name].outputs.every((file) => existsSync(join(rootDir, file)))) return false
	return existsSync(hashFile(name)) && readFileSync(hashFile(name), 'utf8') === inputsHash(name)
}

/** @param {BuildName} name */
export async function build(name) {
	say(`Building the ${name} …`)
	const hash = inputsHash(name)
	// The hash is removed before the build and written after it, so that an interrupted build is repeated.
	rmSync(hashFile(name), { force: true })
	const built = await withProgress(
		'Building',
		() => ({}),
		() => Promise.all(builds[name].commands.map(buildPart)),
	)
	const failed = built.find(({ code }) => code !== 0)
	if (built.some(({ signalled }) => signalled))
		throw new Trouble(`Stopped before the ${name} were built. The next start will build them.`)
	if (failed !== undefined)
		throw new Trouble(`${failed.output.trim()}\n\nThe ${name} could not be built. See the output above.`)
	writeFileSync(hashFile(name), hash)
}

/** @param {string[]} args */
async function buildPart(args) {
	return await run(pinnedNode(), args, { quiet: true, env: { NODE_ENV: 'production' } })
}

/** @param {BuildName} name */
function inputsHash(name) {
	const hash = createHash('sha256')
	for (const file of builds[name].inputs.flatMap(filesIn))
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
