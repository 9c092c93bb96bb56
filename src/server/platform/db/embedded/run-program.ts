import { spawn } from 'node:child_process'
import type { RunAs } from '#server/platform/db/embedded/system-user.ts'

interface ProgramOptions {
	/** A folder that the program's user may enter; PostgreSQL's programs complain otherwise. */
	cwd: string
	runAs: RunAs
	input?: string
}

/** The exit code and output of a program. The code is -1 if it could not be started. */
interface ProgramResult {
	code: number
	output: string[]
}

/** Does not include our own environment: `PGDATA` and the like would change what PostgreSQL does. */
export const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs one of PostgreSQL's programs and waits for it to end. */
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
		// A program that ends early does not read its input; its exit code says why.
		child.stdin.on('error', () => {})
		child.stdin.end(input)
	})
}
