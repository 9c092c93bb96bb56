import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the clone. */
export const rootDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** npm repeats a signal that the terminal has already sent. Only a signal after this interval counts as a second one. */
const repeatMs = 1000

/**
 * Runs a program to its end and forwards stop signals to it. The program has its own process group, so that Ctrl-C reaches it
 * only once, through this script, and none of its processes is left behind.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, quiet?: boolean, keepErrors?: boolean, channel?: boolean, answers?: boolean }} [options]
 *   `quiet` returns the output instead of printing it; `keepErrors` prints all and also returns what is written to the standard
 *   error; `channel` opens an IPC channel, which closes when this script ends; `answers` lets the program read what is typed.
 * @returns {Promise<{ code: number, output: string, signalled: boolean }>}
 */
export function run(
	program,
	args,
	{ env = {}, cwd = rootDir, quiet = false, keepErrors = false, channel = false, answers = false } = {},
) {
	return new Promise((resolve, reject) => {
		const out = quiet ? 'pipe' : 'inherit'
		const child = spawn(program, args, {
			cwd,
			env: { ...process.env, ...env },
			detached: true,
			stdio: [
				answers ? 'inherit' : 'ignore',
				out,
				keepErrors ? 'pipe' : out,
				...(channel ? /** @type {const} */ (['ipc']) : []),
			],
		})
		let output = ''
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text) => {
				output += text
				if (!quiet) process.stderr.write(text)
			})
		}
		let signalled = 0
		/** @param {NodeJS.Signals} signal */
		const pass = (signal) => {
			if (Date.now() - signalled < repeatMs) return
			signalled = Date.now()
			child.kill(signal)
		}
		for (const signal of stopSignals) process.on(signal, pass)
		const done = () => {
			for (const signal of stopSignals) process.off(signal, pass)
		}
		child.once('error', (error) => {
			done()
			reject(error)
		})
		child.once('exit', () => endGroup(child.pid))
		child.once('close', (code, signal) => {
			done()
			resolve({
				code: code ?? 128 + (signal ? constants.signals[signal] : 0),
				output,
				signalled: signalled > 0,
			})
		})
	})
}

/** @param {number | undefined} pid */
function endGroup(pid) {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL')
	} catch {
		// The group is empty.
	}
}
