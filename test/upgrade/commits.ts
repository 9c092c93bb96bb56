import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()

export class CannotBeBuilt extends Error {}

/** Returns the commit of the last release, which is the commit that recorded it. */
export async function lastRelease(): Promise<string> {
	const commit = await git('log', '-1', '--format=%H', '--', 'deploy/released.json')
	if (commit === '')
		throw new Error(
			'The history of this clone does not reach back to the last release: git fetch --unshallow',
		)
	return commit
}

/** Returns the commits after which a database looked different: the first, each that added a migration, and the last release. */
export async function everyState(): Promise<string[]> {
	const added = await git(
		'log',
		'--first-parent',
		'--reverse',
		'--diff-filter=A',
		'--format=%H',
		'--',
		'migrations',
	)
	return [...new Set([...added.split('\n'), await lastRelease()])]
}

/** Describes a commit in a line. */
export async function describeCommit(commit: string): Promise<string> {
	return await git('log', '-1', '--format=%h of %as: %s', commit)
}

/**
 * The folder for the commits and their packages. It is not in the folder of the test run, because the packages take more than a
 * gigabyte and a test run may be stored in memory.
 */
const parent = join(root, 'test-results/upgrade')

/** Makes a folder with a commit, its packages and its built pages. Commits with the same lock file share their packages. */
export async function prepareCommit(commit: string): Promise<string> {
	const folder = join(parent, 'commits', commit)
	await mkdir(folder, { recursive: true })
	await git('archive', `--output=${folder}.tar`, commit)
	await run('tar', ['-xf', `${folder}.tar`, '-C', folder])
	await symlink(await packagesOf(folder), join(folder, 'node_modules'))
	await run(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
		cwd: folder,
		env: { ...process.env, NODE_ENV: 'production' },
		maxBuffer: 64 << 20,
	}).catch((cause: unknown) => {
		throw new CannotBeBuilt(`The pages of ${commit} cannot be built.`, { cause })
	})
	return folder
}

async function packagesOf(folder: string): Promise<string> {
	const wanted = await readFile(join(folder, 'package-lock.json'))
	if (wanted.equals(await readFile(join(root, 'package-lock.json')))) return join(root, 'node_modules')
	const place = join(parent, 'packages', createHash('sha256').update(wanted).digest('hex').slice(0, 12))
	const packages = join(place, 'node_modules')
	if (existsSync(join(place, 'installed'))) return packages
	await rm(dirname(place), { recursive: true, force: true })
	await mkdir(place, { recursive: true })
	for (const name of ['package.json', 'package-lock.json', '.npmrc', 'pages'])
		await cp(join(folder, name), join(place, name), { recursive: true }).catch(() => {})
	const npm = (command: string) =>
		run('npm', [command, '--ignore-scripts', '--include=dev', '--include=optional', '--prefer-offline'], {
			cwd: place,
			maxBuffer: 64 << 20,
		})
	// The lock file of the first commit is not complete.
	await npm('ci').catch(() => npm('install'))
	await writeFile(join(place, 'installed'), '')
	return packages
}

/** Removes the folders of all commits, and their packages. */
export async function removeCommits(): Promise<void> {
	await rm(parent, { recursive: true, force: true })
}
