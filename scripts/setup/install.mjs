import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodePackage } from './node.mjs'
import { rootDir, run } from './run.mjs'
import { say, Trouble, withProgress } from './trouble.mjs'

/** Returns whether node_modules matches package-lock.json, by the record that npm writes when it has finished. */
export function isInstalled() {
	const wanted = readPackages('package-lock.json')
	const present = readPackages('node_modules/.package-lock.json')
	if (wanted === undefined)
		throw new Trouble('package-lock.json is missing or damaged: the clone is incomplete.')
	if (present === undefined) return false
	return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
		if (path === '') return true
		const found = present[path]
		if (found) return found.version === version
		// Packages for other platforms are not installed; the one for this platform must be.
		return (optional || devOptional) && path !== `node_modules/${nodePackage}`
	})
}

/** Counts the packages that npm has unpacked.. */
function countInstalled() {
	const paths = Object.entries(readPackages('package-lock.json') ?? {})
		.filter(([path, { optional, devOptional }]) => path !== '' && !optional && !devOptional)
		.map(([path]) => path)
	return {
		done: paths.filter((path) => existsSync(join(rootDir, path, 'package.json'))).length,
		total: paths.length,
	}
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
	try {
		return JSON.parse(readFileSync(join(rootDir, file), 'utf8')).packages
	} catch {
		return undefined
	}
}

export async function install() {
	say('Installing packages. The first time, this takes about a minute …')
	// Uses the npm that started this script, or else the one on the path.
	const own = process.env.npm_execpath
	const [program, first] = own ? [process.execPath, [own]] : ['npm', []]
	// The pages are built here, so the build tools are needed even if NODE_ENV is production.
	const flags = [
		'ci',
		'--ignore-scripts',
		'--include=dev',
		'--include=optional',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	]
	const { code, output, signalled } = await withProgress('Installing', countInstalled, () =>
		run(program, [...first, ...flags], { quiet: true }),
	)
	if (signalled)
		throw new Trouble('Stopped before everything was installed. The next start will continue from there.')
	if (code !== 0)
		throw new Trouble(`${output.trim()}\n\nThe packages could not be installed. See npm's message above.`)
}
