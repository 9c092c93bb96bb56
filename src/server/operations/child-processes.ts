import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { nightlyDays } from '#server/operations/audit/record-audit.ts'
import { findingSchema, type ShownFinding } from '#shared/admin/settings.ts'
import { systemClock } from '#shared/clock.ts'

const withoutWarnings = '--disable-warning=ExperimentalWarning'

// Each is written out, so that the build finds it.
const programs = {
	audit: fileURLToPath(new URL('audit/main.ts', import.meta.url)),
	backup: fileURLToPath(new URL('backup/main.ts', import.meta.url)),
	doctor: fileURLToPath(new URL('doctor/main.ts', import.meta.url)),
}

/** The last run of a check since the shop started. */
export interface CheckRun<Found> {
	started_at: string
	/** Null while it is under way. */
	finished_at: string | null
	/** How far it has come, in words. */
	progress: string | null
	found: Found[]
	/** Why it could not finish; null otherwise. */
	failed: string | null
}

/** A check that takes a while. Checks of the same kind never run at the same time. */
export interface BackgroundCheck<Found> {
	/** Starts the check, unless it is running. */
	start(): void
	/** Returns the last run; null if there was none since the shop started. */
	lastRun(): CheckRun<Found> | null
}

interface CheckOptions<Found> {
	/** The arguments for Node. The program prints its progress to standard error, followed by the reason if it fails. */
	args: readonly string[]
	/** Reads one line that the program prints to standard output. */
	read: (line: string) => Found
	/** Ends the check when the server is about to stop. */
	stopping: AbortSignal
}

/** A page can show no more findings than this. */
const mostFound = 500

/**
 * Makes a check that runs in a process of its own, because in this one it would make visitors wait. The exit code 1 means that it
 * found something.
 */
export function createBackgroundCheck<Found>({
	args,
	read,
	stopping,
}: CheckOptions<Found>): BackgroundCheck<Found> {
	let run: CheckRun<Found> | null = null
	const now = () => systemClock.now().toISOString()
	return {
		lastRun: () => run,
		start: () => {
			if (run !== null && run.finished_at === null) return
			const started: CheckRun<Found> = {
				started_at: now(),
				finished_at: null,
				progress: null,
				found: [],
				failed: null,
			}
			run = started
			const end = (failed: string | null) => {
				if (started.finished_at !== null) return
				Object.assign(started, { finished_at: now(), progress: null, failed })
			}
			const child = spawn(process.execPath, args, {
				signal: stopping,
				stdio: ['ignore', 'pipe', 'pipe'],
			})
			createInterface({ input: child.stdout }).on('line', (line) => {
				if (started.found.length >= mostFound) return
				try {
					started.found.push(read(line))
				} catch {
					// A program that is killed may leave half a line, and an error in a listener would end the shop. The exit code says how it ended.
				}
			})
			createInterface({ input: child.stderr }).on('line', (line) => {
				started.progress = line
			})
			child.on('error', (error) => end(error.message))
			child.on('close', (code) =>
				end(code === 0 || code === 1 ? null : (started.progress ?? 'It exited without giving a reason.')),
			)
		},
	}
}

const lineSchema = findingSchema.extend({ todo: z.string().default('') })

/** Makes the check that runs the doctor for the admin. The admin can show each finding as soon as the doctor has printed it. */
export function createDoctor(stopping: AbortSignal): BackgroundCheck<ShownFinding> {
	return createBackgroundCheck({
		args: [withoutWarnings, programs.doctor, '--json'],
		read: (line) => {
			const { todo, ...finding } = lineSchema.parse(JSON.parse(line))
			return { ...finding, todo: todo || null }
		},
		stopping,
	})
}

/**
 * Makes a backup in a process of its own, because compressing and encrypting would make visitors wait. Calls `report` with how far it
 * is. Returns the last line that the program prints; rejects with its error.
 */
export async function backUpInChildProcess(report: (progress: string) => void): Promise<string> {
	return await runBackupProgram([], { report, failure: 'The backup failed', mayExitWith: [0] })
}

/**
 * Reads all backups in a process of its own, which records what is damaged. Returns the last line that the program prints; rejects
 * if it could not read them.
 */
export async function checkBackupsInChildProcess(report: (progress: string) => void): Promise<string> {
	// The exit code 1 means that something is damaged.
	const failure = 'The backups could not be checked'
	return await runBackupProgram(['check'], { report, failure, mayExitWith: [0, 1] })
}

interface BackupProgram {
	report: (progress: string) => void
	failure: string
	mayExitWith: readonly number[]
}

/** Runs the program of the backups. Its lines on standard error are its progress, and the reason if it fails. */
function runBackupProgram(
	args: readonly string[],
	{ report, failure, mayExitWith }: BackupProgram,
): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [withoutWarnings, programs.backup, ...args], {
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		let result = ''
		let reason = 'It exited without giving a reason.'
		createInterface({ input: child.stdout }).on('line', (line) => {
			result = line
		})
		createInterface({ input: child.stderr }).on('line', (line) => {
			if (line === '') return
			reason = line
			report(line)
		})
		child.on('error', reject)
		child.on('close', (code) => {
			if (code !== null && mayExitWith.includes(code)) resolve(result)
			else reject(new Error(`${failure}: ${reason}`))
		})
	})
}

/** The limit of the audit's memory in megabytes. An audit takes half of it, however many payments there are. */
const mostMemory = 128

const auditArgs = [
	'--max-semi-space-size=8',
	withoutWarnings,
	`--max-old-space-size=${mostMemory}`,
	programs.audit,
	...['--alone', '--days', String(nightlyDays)],
]

/**
 * Runs the nightly audit in a process of its own, with limited memory. The program itself records what it finds. Rejects if it
 * could not compare everything.
 */
export function auditInChildProcess(): Promise<void> {
	return new Promise((resolve, reject) => {
		execFile(process.execPath, auditArgs, { maxBuffer: 64 << 20 }, (error, _stdout, stderr) => {
			// The exit code 1 means that there are differences.
			if (error === null || error.code === 1) resolve()
			else reject(new Error(`The audit failed: ${stderr.trim().slice(-1_000) || error.message}`))
		})
	})
}

/**
 * Makes the audit that members can start in the admin. It is the nightly audit, and its findings are the sentences that it
 * prints.
 */
export function createAudit(stopping: AbortSignal): BackgroundCheck<string> {
	return createBackgroundCheck({ args: auditArgs, read: (line) => line, stopping })
}
