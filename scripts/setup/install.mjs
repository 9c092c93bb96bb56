import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodePackage } from './node.mjs'
import { rootDir, run } from './run.mjs'
import { say, Trouble, withProgress } from './trouble.mjs'

/** The folder of the packages that make the guides. It has a package-lock.json of its own. */
export const workshopDir = join(rootDir, 'workshop')

/**
 * Returns whether node_modules has the packages in package-lock.json, according to the record that npm writes when it has
 * finished. `tools` includes the development dependencies, which only tests and linting need.
 *
 * @param {{ tools: boolean, folder?: string }} options
 */
export function isInstalled({ tools, folder = rootDir }) {
	const wanted = readPackages(folder, 'package-lock.json')
	const present = readPackages(folder, 'node_modules/.package-lock.json')
	if (wanted === undefined)
		throw new Trouble('package-lock.json is missing or damaged: the clone is incomplete.')
	if (present === undefined) return false
	return Object.entries(wanted).every(([path, { version, dev, optional, devOptional }]) => {
		// The root and its workspace are part of the clone, so npm does not download them.
		if (version === undefined || path === '') return true
		if (dev && !tools) return true
		const found = present[path]
		if (found) return found.version === version
		// Packages for other platforms are not installed; the one for this platform must be.
		return (optional || devOptional) && path !== `node_modules/${nodePackage}`
	})
}

/** Counts the packages that npm has unpacked. @param {{ tools: boolean, folder: string }} options */
function countInstalled({ tools, folder }) {
	const paths = Object.entries(readPackages(folder, 'package-lock.json') ?? {})
		.filter(
			([path, { version, dev, optional, devOptional }]) =>
				path !== '' && version !== undefined && !optional && !devOptional && (tools || !dev),
		)
		.map(([path]) => path)
	return {
		done: paths.filter((path) => existsSync(join(folder, path, 'package.json'))).length,
		total: paths.length,
	}
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(folder, file) {
	try {
		return JSON.parse(readFileSync(join(folder, file), 'utf8')).packages
	} catch {
		return undefined
	}
}

/** @param {{ tools: boolean, folder?: string }} options */
export async function install({ tools, folder = rootDir }) {
	say('Installing packages. The first time, this takes about a minute …')
	// Uses the npm that started this script, or else the one on the path.
	const own = process.env.npm_execpath
	const [program, first] = own ? [process.execPath, [own]] : ['npm', []]
	// Tools are added without `npm ci`, which would first remove the packages that a running shop needs.
	const command = tools && isInstalled({ tools: false, folder }) ? ['install', '--no-save'] : ['ci']
	const flags = [
		...command,
		'--ignore-scripts',
		// One of the two flags is always passed. Without either, NODE_ENV=production would change what npm does.
		tools ? '--include=dev' : '--omit=dev',
		'--include=optional',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	]
	const { code, output, signalled } = await withProgress(
		'Installing',
		() => countInstalled({ tools, folder }),
		() => run(program, [...first, ...flags], { quiet: true, cwd: folder }),
	)
	if (signalled)
		throw new Trouble('Stopped before everything was installed. The next start will continue from there.')
	if (code !== 0)
		throw new Trouble(`${output.trim()}\n\nThe packages could not be installed. See npm's message above.`)
}
