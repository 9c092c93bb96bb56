// A test run stores everything in one folder. `TMPDIR` points to this folder for the run and all processes that it starts.
// Whatever is left of a run can be found by that path: databases, sandboxes, shops, browsers and folders. This includes processes
// that run as another system user.
import { execFile, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
	chmod,
	mkdtemp,
	readdir,
	readFile,
	readlink,
	realpath,
	rm,
	stat,
	statfs,
	writeFile,
} from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, isBuilt } from './build.mjs'
import { withSetupLock } from './lock.mjs'

/** @typedef {{ pid: number, program: string, command: string, cwd: string, environment: string }} Process */
/** @typedef {{ pid: number, started: string, keeper: number }} Owner */

const variable = 'HEADSTART_TEST_RUN'
const prefix = 'headstart-run-'
const ownerFile = 'owner.json'
/** Contains the databases of shops whose folder PostgreSQL's system user may not enter. */
const outsideDir = '/var/lib/headstart'
/** A file system in memory. A run makes and removes about a hundred thousand files, which is much cheaper there than on disk. */
const memoryDir = '/dev/shm'
/** How many bytes must be free in `memoryDir` for a run to use it. A run needs at most 300 MB at a time. */
const memoryNeeded = 2 * 2 ** 30
const keeperMain = fileURLToPath(new URL('test-run-keeper.mjs', import.meta.url))

/**
 * Begins a run, unless this process is already part of one. First cleans up after runs that were killed. If this process dies, a
 * separate process cleans up after it.
 *
 * @returns {Promise<string>} the folder of the run
 */
export async function beginRun() {
	const given = process.env[variable]
	if (given !== undefined && existsSync(given)) return given
	await clearAbandonedRuns()
	// Tests start the programs as they are shipped, however they were begun.
	if (!isBuilt('programs'))
		await withSetupLock(async () => {
			if (!isBuilt('programs')) await build('programs')
		})
	const parent = (await canUseMemory()) ? memoryDir : await realpath(tmpdir())
	const folder = await mkdtemp(join(parent, prefix))
	// The system user that PostgreSQL runs as must be able to enter the folder.
	await chmod(folder, 0o755)
	const keeper = fork(keeperMain, [folder], { detached: true, stdio: 'ignore', execArgv: [] })
	const owner = { pid: process.pid, started: await startOf(process.pid), keeper: keeper.pid }
	await writeFile(join(folder, ownerFile), JSON.stringify(owner))
	// This process must not wait for the keeper to end.
	keeper.unref()
	keeper.channel?.unref()
	process.env[variable] = folder
	process.env.TMPDIR = folder
	return folder
}

/**
 * Returns whether this process began the run and must end it.
 *
 * @param {string} folder
 */
export async function ownsRun(folder) {
	return (await ownerOf(folder))?.pid === process.pid
}

/**
 * Waits until the processes of the tests have ended and their folders are gone, for at most `patienceMs`. Then removes what is
 * left, and returns a line about each.
 *
 * @param {string} folder @param {number} patienceMs
 */
export async function clearLeftovers(folder, patienceMs) {
	const until = performance.now() + patienceMs
	let left = await leftovers(folder)
	while (left.length > 0 && performance.now() < until) {
		await pause(250)
		left = await leftovers(folder)
	}
	if (left.length === 0) return left
	await endProcesses(folder, isStarted)
	for (const path of await folders(folder)) await rm(path, { recursive: true, force: true })
	return left
}

/**
 * Ends every process of a run and removes its folder.
 *
 * @param {string} folder
 */
export async function clearRun(folder) {
	await endProcesses(folder, isOfRun)
	for (const path of [...(await outsideFolders(folder)), folder])
		await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Ends every process that stores its files in a folder.
 *
 * @param {string} folder
 */
export async function endProcessesIn(folder) {
	await endProcesses(folder, isStarted)
}

/** Returns whether the run can be stored in memory. A temporary folder that was chosen by `TMPDIR` takes precedence. */
async function canUseMemory() {
	if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false
	const mounts = await readFile('/proc/mounts', 'utf8')
	const options = mounts
		.split('\n')
		.map((line) => line.split(' '))
		.findLast(([, path]) => path === memoryDir)?.[3]
	// Copies of PostgreSQL's programs are run from a temporary folder.
	if (options === undefined || options.split(',').some((option) => ['noexec', 'ro'].includes(option)))
		return false
	const { bavail, bsize } = await statfs(memoryDir)
	return bavail * bsize > memoryNeeded && freemem() > 2 * memoryNeeded
}

async function clearAbandonedRuns() {
	for (const parent of new Set([await realpath(tmpdir()), memoryDir])) await clearAbandonedRunsIn(parent)
}

/** @param {string} parent */
async function clearAbandonedRunsIn(parent) {
	for (const name of await readdir(parent).catch(() => [])) {
		if (!name.startsWith(prefix)) continue
		const folder = join(parent, name)
		const owner = await ownerOf(folder)
		// A folder has no owner while it is being made, or if that was interrupted.
		if (owner === undefined ? await isYoung(folder) : (await startOf(owner.pid)) === owner.started) continue
		await clearRun(folder)
	}
}

/** @param {string} folder */
async function isYoung(folder) {
	const { mtimeMs } = await stat(folder)
	return Date.now() - mtimeMs < 60_000
}

/** @param {string} folder @returns {Promise<Owner | undefined>} */
async function ownerOf(folder) {
	try {
		return JSON.parse(await readFile(join(folder, ownerFile), 'utf8'))
	} catch {
		return undefined
	}
}

/** @param {string} folder */
async function leftovers(folder) {
	const processes = (await processesOf(folder, isStarted)).map(
		({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`,
	)
	return [...processes, ...(await folders(folder)).map((path) => `folder ${path}`)]
}

/**
 * Returns the folders that the tests themselves make. Temporary files of other programs are removed with the run.
 *
 * @param {string} folder
 */
async function folders(folder) {
	const names = (await readdir(folder)).filter((name) => /^(headstart|sandbox)-/.test(name))
	return [...names.map((name) => join(folder, name)), ...(await outsideFolders(folder))]
}

/** @param {string} folder */
async function outsideFolders(folder) {
	const names = await readdir(outsideDir).catch(() => [])
	const owners = await Promise.all(
		names.map((name) => readFile(join(outsideDir, name, 'belongs-to'), 'utf8').catch(() => '')),
	)
	return names
		.filter((_, index) => owners[index]?.startsWith(`${folder}/`))
		.map((name) => join(outsideDir, name))
}

/** @typedef {(process: Process, folder: string) => boolean} Belongs */

/** Returns whether a test started the process. Such a process has its files in the folder. @type {Belongs} */
function isStarted({ command, cwd, environment }, folder) {
	const keepsFiles = environment
		.split('\0')
		.some((line) => line.startsWith(`DATA_DIR=${folder}`) || line.startsWith(`SANDBOX_DIR=${folder}`))
	return command.includes(folder) || cwd.startsWith(folder) || keepsFiles
}

/** Returns whether a test started the process, or the process itself runs tests. @type {Belongs} */
function isOfRun(process, folder) {
	return isStarted(process, folder) || process.environment.includes(folder)
}

/** @param {string} folder @param {Belongs} belongs */
async function processesOf(folder, belongs) {
	const roots = [folder, ...(await outsideFolders(folder))]
	const owner = await ownerOf(folder)
	const spared = new Set([process.pid, process.ppid, owner?.keeper])
	return (await allProcesses()).filter(
		(candidate) =>
			!spared.has(candidate.pid) &&
			// The watchdog ignores the signal and ends together with vitest.
			!candidate.command.startsWith('vitest-watchdog') &&
			roots.some((root) => belongs(candidate, root)),
	)
}

/**
 * Ends processes. Sends a signal that they can handle first, so that PostgreSQL releases its shared memory, and then SIGKILL.
 *
 * @param {string} folder @param {Belongs} belongs
 */
async function endProcesses(folder, belongs) {
	for (const { pid, program } of await processesOf(folder, belongs))
		signal(pid, program === 'postgres' ? 'SIGQUIT' : 'SIGTERM')
	const until = performance.now() + 5_000
	let left = await processesOf(folder, belongs)
	while (left.length > 0 && performance.now() < until) {
		await pause(100)
		left = await processesOf(folder, belongs)
	}
	while (left.length > 0 && performance.now() < until + 5_000) {
		for (const { pid } of left) signal(pid, 'SIGKILL')
		await pause(100)
		left = await processesOf(folder, belongs)
	}
}

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
	try {
		process.kill(pid, name)
	} catch {
		// It has already ended, or belongs to another user.
	}
}

/** Returns when a process started, which tells it apart from a later one with the same id. @param {number} pid */
async function startOf(pid) {
	if (process.platform === 'linux') {
		const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
		// The name in parentheses may contain anything; the start time is the 20th field after it.
		return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
	}
	const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
		stdout: '',
	}))
	return stdout.trim()
}

/** @returns {Promise<Process[]>} */
async function allProcesses() {
	if (process.platform === 'linux') {
		const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
		return await Promise.all(
			pids.map(async (pid) => {
				const read = (/** @type {string} */ name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
				return {
					pid: Number(pid),
					program: (await read('comm')).trim(),
					command: (await read('cmdline')).replaceAll('\0', ' ').trim(),
					cwd: await readlink(`/proc/${pid}/cwd`).catch(() => ''),
					environment: await read('environ'),
				}
			}),
		)
	}
	const { stdout } = await promisify(execFile)('ps', ['axeww', '-o', 'pid=,ucomm=,command='], {
		maxBuffer: 64 << 20,
	})
	return stdout.split('\n').flatMap((line) => {
		const [, pid = '', program = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
		// The environment follows the command on the same line.
		return pid === '' ? [] : [{ pid: Number(pid), program, command, cwd: '', environment: command }]
	})
}
