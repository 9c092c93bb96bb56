import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Ends the processes that a killed run left in this data directory: a postmaster that outlived its server, or children that
 * outlived their postmaster. The caller must hold the lock of the data folder, because the database of a live server looks the
 * same.
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
	// The process id in the file may belong to another program by now. PostgreSQL would then refuse to start.
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
			// The process has probably just ended. The loop below checks whether it has.
		}
	}
	const until = Date.now() + patience
	while (Date.now() < until && (await processesIn(dataDir)).some((pid) => pids.includes(pid))) await sleep(20)
}

// Finds PostgreSQL's processes by their working directory, which is the data directory. That is more reliable than the process
// id in a file.
async function processesIn(dataDir: string): Promise<number[]> {
	return process.platform === 'linux' ? processesByProc(dataDir) : processesByLsof(dataDir)
}

async function processesByProc(dataDir: string): Promise<number[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
	const found = await Promise.all(
		pids.map(async (pid) => {
			const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
			if (cwd !== dataDir) return undefined
			// A shell may have the same working directory.
			const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
			return name.trim() === 'postgres' ? Number(pid) : undefined
		}),
	)
	return found.filter((pid) => pid !== undefined)
}

async function processesByLsof(dataDir: string): Promise<number[]> {
	// `lsof` exits with 1 if nothing matches.
	const { stdout } = await promisify(execFile)('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn']).catch(
		() => ({ stdout: '' }),
	)
	return [...stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)]
		.filter((match) => match[2] === dataDir)
		.map((match) => Number(match[1]))
}
