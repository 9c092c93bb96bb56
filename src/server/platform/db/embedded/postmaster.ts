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
	environment: Readonly<Record<string, string>>
	/** Receives each line PostgreSQL logs. */
	log: (line: string) => void
}

/** A postmaster that is running, starting, or failed to start. */
interface Postmaster {
	readonly process: ChildProcess
	/** Resolves with true once connections are accepted, or with false if the process ends before that. */
	readonly ready: Promise<boolean>
	/** Resolves once the process has ended for any reason. */
	readonly ended: Promise<void>
	/** The latest lines of its log. */
	readonly lastLines: readonly string[]
	/** Does a fast shutdown: open transactions are rolled back, committed ones are on disk. Resolves once the process has ended. */
	stop(): Promise<void>
}

const keptLines = 30

export function spawnPostmaster({
	program,
	dataDir,
	runAs,
	port,
	settings,
	environment,
	log,
}: PostmasterOptions): Postmaster {
	const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
		'-c',
		`${name}=${value}`,
	])
	const child = spawn(program, ['-D', dataDir, ...flags], {
		cwd: dataDir,
		env: { ...programEnvironment, ...environment },
		// In its own process group, so that Ctrl-C reaches only the server, which then stops PostgreSQL properly.
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
		// `close` means that all output has been read. Children that outlive the process keep the pipe open and so delay
		// `close`. This therefore resolves half a second after `exit` at the latest.
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
