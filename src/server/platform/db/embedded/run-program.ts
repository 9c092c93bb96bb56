import { spawn } from 'node:child_process'
import type { RunAs } from '#server/platform/db/embedded/system-user.ts'

interface ProgramOptions {
	/** A folder the user of the program may enter: PostgreSQL's programs complain where they cannot. */
	cwd: string
	runAs: RunAs
	input?: string
}

/** How a short-lived program ended, and each line it said. A program that could not even be run has code -1. */
export interface ProgramResult {
	code: number
	output: string[]
}

/** Nothing of our own environment: `PGDATA` and its kind would change what PostgreSQL does. */
export const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs one of PostgreSQL's programs to its end. */
export function runProgram(
	file: string,
	args: readonly string[],
	{ cwd, runAs, input }: ProgramOptions,
): Promise<ProgramResult> {
	return new Promise((resolve) => {
		const child = spawn(file, args, { cwd, env: programEnvironment, stdio: 'pipe', ...runAs })
		let output = ''
		const keep = (chunk: Buffer) => {
			output += chunk.toString()
		}
		child.stdout.on('data', keep)
		child.stderr.on('data', keep)
		const done = (code: number) =>
			resolve({ code, output: output.split('\n').filter((line) => line.trim() !== '') })
		child.once('error', (error) => {
			output += error.message
			done(-1)
		})
		child.once('close', (code) => done(code ?? -1))
		// A program that ended early leaves its input unread; its exit code says why.
		child.stdin.on('error', () => {})
		child.stdin.end(input)
	})
}
