import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { reportSchema } from '#server/platform/workers/connect-to-parent.ts'

interface WorkersOptions {
	count: number
	/** What each worker needs besides the environment. Sent over the channel, because it contains secrets. */
	task: Readonly<Record<string, unknown>>
	/** How long a worker may take to stop, in milliseconds. Then it is killed. */
	stopsWithinMs: number
	log: Logger
	/** The program of a worker; by default the one that is running. */
	program?: string
}

export interface Workers {
	/** Lets every worker finish its requests, and ends it. */
	stop(): Promise<void>
}

const quietMs = 60_000
const firstDelayMs = 500
const longestDelayMs = 30_000

/**
 * Runs the server in several processes that share its port. A process that ends unexpectedly is replaced while the others carry
 * on. Resolves once all are open; rejects with the reason if one of them cannot start.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
	const { count, task, stopsWithinMs, log, program } = options
	cluster.setupPrimary(program === undefined ? {} : { exec: program })
	const running = new Set<Worker>()
	const delayed = new Set<NodeJS.Timeout>()
	let stopping = false

	/** Resolves once the worker is open, or rejects with the reason why it is not. */
	function launch(number: number): { worker: Worker; opened: Promise<void> } {
		const worker = cluster.fork({ WORKERS: String(count) })
		running.add(worker)
		// If the worker has died in the meantime, its `exit` event reports that.
		worker.send({ ...task, worker: number }, () => {})
		const opened = new Promise<void>((resolve, reject) => {
			worker.on('message', (message: unknown) => {
				const report = reportSchema.safeParse(message).data
				if (report?.report === 'open') resolve()
				if (report?.report === 'failed') reject(new Error(report.reason))
			})
			worker.once('exit', () => reject(new Error(`Worker ${number} exited while it was starting.`)))
		})
		worker.once('exit', () => running.delete(worker))
		return { worker, opened }
	}

	/** Replaces a worker whenever it ends: immediately the first time, then after delays that double. */
	function keepRunning(number: number, worker: Worker, endings: readonly number[] = []): void {
		worker.once('exit', (code, signal) => {
			if (stopping) return
			const now = performance.now()
			const recent = [...endings.filter((at) => now - at < quietMs + longestDelayMs), now]
			const delayMs = delayBeforeRestart(recent.length)
			log.error({ worker: number, code, signal, delayMs }, 'a worker has exited unexpectedly; replacing it')
			const timer = setTimeout(() => {
				delayed.delete(timer)
				const next = launch(number)
				keepRunning(number, next.worker, recent)
				next.opened.then(
					() => log.info({ worker: number }, 'a worker has been replaced'),
					(error: unknown) => log.error({ err: error, worker: number }, 'a worker could not start'),
				)
			}, delayMs)
			delayed.add(timer)
		})
	}

	async function stop(): Promise<void> {
		stopping = true
		for (const timer of delayed) clearTimeout(timer)
		await Promise.all([...running].map((worker) => end(worker, stopsWithinMs)))
	}

	const first = Array.from({ length: count }, (_, index) => launch(index + 1))
	try {
		await Promise.all(first.map(({ opened }) => opened))
	} catch (error) {
		await stop()
		throw error
	}
	first.forEach(({ worker }, index) => {
		keepRunning(index + 1, worker)
	})
	return { stop }
}

/** Returns the delay in milliseconds before replacing a worker that has ended this many times in a row. */
export function delayBeforeRestart(endings: number): number {
	return endings === 1 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (endings - 2))
}

async function end(worker: Worker, withinMs: number): Promise<void> {
	const gone = once(worker, 'exit')
	// If the channel is closed, the worker is about to end on its own.
	worker.send({ stop: true }, () => {})
	const timer = setTimeout(() => worker.process.kill('SIGKILL'), withinMs)
	await gone
	clearTimeout(timer)
}
