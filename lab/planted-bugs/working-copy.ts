import { chmod, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { rootDir } from '../../scripts/setup/run.mjs'

const prefix = `headstart-planted-bugs-`
/** Not copied. The packages are linked instead. */
const leftOut = new Set([
	'.git',
	'.data',
	'.env',
	'build',
	'node_modules',
	'playwright-report',
	'test-results',
])

/** Copies the working tree, including uncommitted changes. */
export async function makeWorkingCopy(): Promise<{ folder: string; remove: () => Promise<void> }> {
	await removeAbandoned()
	const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
	// If the tests run as root, PostgreSQL's own user must be able to enter the folder.
	await chmod(folder, 0o755)
	await cp(rootDir, folder, { recursive: true, filter: (path) => !leftOut.has(relative(rootDir, path)) })
	await symlink(join(rootDir, 'node_modules'), join(folder, 'node_modules'))
	return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes the copies of runs that were killed. */
async function removeAbandoned(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
		if (Number.isSafeInteger(pid) && !isRunning(pid))
			await rm(join(tmpdir(), name), { recursive: true, force: true })
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}
