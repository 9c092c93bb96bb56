import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

/**
 * Backs up in a process of its own, because compressing and encrypting would make visitors wait. Returns what the program said at
 * the end; rejects with its error.
 */
export function backUpInChildProcess(): Promise<string> {
	return new Promise((resolve, reject) => {
		const args = ['--disable-warning=ExperimentalWarning', program, '--quiet']
		execFile(process.execPath, args, (error, stdout, stderr) => {
			if (error === null) resolve(stdout.trim().split('\n').at(-1) ?? '')
			else reject(new Error(`The backup failed: ${stderr.trim() || error.message}`))
		})
	})
}
