import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Ends what a killed run left on this data directory: a postmaster that outlived its server, or children that outlived
 * their postmaster. Only for a caller who holds the lock of the data folder: a live server's database looks the same.
 */
export async function endEarlierRun(dataDir: string, log: (line: string) => void): Promise<void> {
	const pidFile = join(dataDir, 'postmaster.pid')
	const firstLine = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]
	const postmaster = Number(firstLine)
	const lives = async () => (await processesIn(dataDir)).includes(postmaster)
	if ((await processesIn(dataDir)).length > 0) log('Stopping the PostgreSQL that a killed run left behind …')
	// Fast shutdown, then immediate: the same two steps as pg_ctl.
	for (const [signal, patience] of [
		['SIGINT', 15_000],
		['SIGQUIT', 5_000],
	] as const) {
		if (await lives()) await endProcesses(dataDir, [postmaster], signal, patience)
	}
	await endProcesses(dataDir, await processesIn(dataDir), 'SIGKILL', 5_000)
	// Its number may by now belong to some other program, for which PostgreSQL would refuse to start.
	await rm(pidFile, { force: true })
}

async function endProcesses(
	dataDir: string,
	pids: readonly number[],
	signal: NodeJS.Signals,
	patience: number,
): Promise<void> {
	for (const pid of pids) {
		try {
			process.kill(pid, signal)
		} catch {
			// Ended in this very moment; anything else shows below, by its still being there.
		}
	}
	const until = Date.now() + patience
	while (Date.now() < until && (await processesIn(dataDir)).some((pid) => pids.includes(pid))) await sleep(20)
}

// PostgreSQL's processes work inside their data directory. That, unlike a number in a file, cannot be a mix-up.
async function processesIn(dataDir: string): Promise<number[]> {
	return process.platform === 'linux' ? processesByProc(dataDir) : processesByLsof(dataDir)
}

async function processesByProc(dataDir: string): Promise<number[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
	const found = await Promise.all(
		pids.map(async (pid) => {
			const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
			if (cwd !== dataDir) return undefined
			// A person's shell may stand in that folder too.
			const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
			return name.trim() === 'postgres' ? Number(pid) : undefined
		}),
	)
	return found.filter((pid) => pid !== undefined)
}

async function processesByLsof(dataDir: string): Promise<number[]> {
	// Exits with 1 when nothing matches.
	const { stdout } = await promisify(execFile)('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn']).catch(
		() => ({ stdout: '' }),
	)
	return [...stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)]
		.filter((match) => match[2] === dataDir)
		.map((match) => Number(match[1]))
}
