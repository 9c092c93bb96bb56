import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nightlyDays } from '#server/operations/audit/record-audit.ts'
import { createLongCheck, type LongCheck } from '#server/operations/long-check.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

/** In megabytes. An audit takes half of it, however many payments there are. */
const mostMemory = 128

const args = [
	'--max-semi-space-size=8',
	'--disable-warning=ExperimentalWarning',
	`--max-old-space-size=${mostMemory}`,
	program,
	...['--alone', '--days', String(nightlyDays)],
]

/**
 * Runs the nightly audit in a process of its own, whose memory is bounded. It records what it finds. Rejects if it could not
 * compare everything.
 */
export function auditInChildProcess(): Promise<void> {
	return new Promise((resolve, reject) => {
		execFile(process.execPath, args, { maxBuffer: 64 << 20 }, (error, _stdout, stderr) => {
			// 1: there are differences.
			if (error === null || error.code === 1) resolve()
			else reject(new Error(`The audit failed: ${stderr.trim().slice(-1_000) || error.message}`))
		})
	})
}

/** Makes the audit that members start: the nightly one, with the sentences that it prints. */
export function createAudit(stopping: AbortSignal): LongCheck<string> {
	return createLongCheck({ args, read: (line) => line, stopping })
}
