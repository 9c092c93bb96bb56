import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { findingSchema, type ShownFinding } from '#shared/admin/settings.ts'
import { systemClock } from '#shared/clock.ts'

/** The last run of a check since the shop started. */
export interface CheckRun<Found> {
	started_at: string
	/** Null while it is under way. */
	finished_at: string | null
	/** How far it has come, in words. */
	progress: string | null
	found: Found[]
	/** Why it could not be finished. */
	failed: string | null
}

/** A check that takes a while. Only one of a kind runs at a time. */
export interface LongCheck<Found> {
	/** Starts it, unless it is under way. */
	start(): void
	/** Null if it has not been started since the shop has. */
	lastRun(): CheckRun<Found> | null
}

interface CheckOptions<Found> {
	/** The arguments of Node. What the program prints on standard error is how far it has come, and at the end why it failed. */
	args: readonly string[]
	/** Reads a line that the program prints. */
	read: (line: string) => Found
	/** Ends it, once the server is about to stop. */
	stopping: AbortSignal
}

/** A page cannot show more. */
const mostFound = 500

/** Makes a check that runs in a process of its own, because it would make visitors wait. Exit status 1 means that it found something. */
export function createLongCheck<Found>({ args, read, stopping }: CheckOptions<Found>): LongCheck<Found> {
	let run: CheckRun<Found> | null = null
	const now = () => systemClock.now().toISOString()
	return {
		lastRun: () => run,
		start: () => {
			if (run !== null && run.finished_at === null) return
			const started: CheckRun<Found> = {
				...{ started_at: now(), finished_at: null, progress: null, found: [], failed: null },
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
				if (started.found.length < mostFound) started.found.push(read(line))
			})
			createInterface({ input: child.stderr }).on('line', (line) => {
				started.progress = line
			})
			child.on('error', (error) => end(error.message))
			child.on('close', (code) =>
				end(code === 0 || code === 1 ? null : (started.progress ?? 'It ended without saying why.')),
			)
		},
	}
}

const doctorProgram = fileURLToPath(new URL('doctor/main.ts', import.meta.url))
const lineSchema = findingSchema.extend({ todo: z.string().default('') })

/** Makes the doctor for the admin: in a process of its own, with each finding as soon as there is one. */
export function createDoctor(stopping: AbortSignal): LongCheck<ShownFinding> {
	return createLongCheck({
		args: ['--disable-warning=ExperimentalWarning', doctorProgram, '--json'],
		read: (line) => {
			const { todo, ...finding } = lineSchema.parse(JSON.parse(line))
			return { ...finding, todo: todo || null }
		},
		stopping,
	})
}
