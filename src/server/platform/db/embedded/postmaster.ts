import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programEnvironment } from '#server/platform/db/embedded/run-program.ts'
import type { RunAs } from '#server/platform/db/embedded/system-user.ts'

export interface PostmasterOptions {
	/** The program `postgres`. */
	program: string
	dataDir: string
	runAs: RunAs
	port: number
	/** Server settings, as PostgreSQL names them. */
	settings: Readonly<Record<string, string>>
	/** Receives each line PostgreSQL logs. */
	log: (line: string) => void
}

/** A running postmaster, or one that tried to. */
export interface Postmaster {
	readonly process: ChildProcess
	/** Resolves once connections are accepted (true), or once it has ended without that (false). */
	readonly ready: Promise<boolean>
	/** Resolves once it has ended, however. */
	readonly ended: Promise<void>
	/** The latest lines of its log. */
	readonly lastLines: readonly string[]
	/** Fast shutdown: open transactions are rolled back, committed ones are on disk. Resolves once it has ended. */
	stop(): Promise<void>
}

const keptLines = 30

export function spawnPostmaster({
	program,
	dataDir,
	runAs,
	port,
	settings,
	log,
}: PostmasterOptions): Postmaster {
	const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
		'-c',
		`${name}=${value}`,
	])
	const child = spawn(program, ['-D', dataDir, ...flags], {
		cwd: dataDir,
		env: programEnvironment,
		// A process group of its own: Ctrl-C in the terminal reaches the server, which then stops PostgreSQL in order.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		...runAs,
	})
	const lastLines: string[] = []
	const keep = (line: string) => {
		lastLines.push(line)
		if (lastLines.length > keptLines) lastLines.shift()
		log(line)
	}
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			keep(error.message)
			resolve()
		})
		// `close` means that its last word has been read; but children that outlive it keep the log open.
		child.once('close', () => resolve())
		child.once('exit', () => setTimeout(resolve, 500))
	})
	const ready = new Promise<boolean>((resolve) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on('line', (line) => {
				keep(line)
				if (line.includes('database system is ready to accept connections')) resolve(true)
			})
		}
		void ended.then(() => resolve(false))
	})
	return { process: child, ready, ended, lastLines, stop: () => stop(child, ended) }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
	child.kill('SIGINT')
	const patience = [
		setTimeout(() => child.kill('SIGQUIT'), 20_000),
		setTimeout(() => child.kill('SIGKILL'), 25_000),
	]
	await ended
	for (const timer of patience) clearTimeout(timer)
}
