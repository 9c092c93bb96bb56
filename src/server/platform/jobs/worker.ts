import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
	Logger as QueueLogger,
	type Runner,
	run,
	type Task,
	type TaskList,
	type WorkerEvents,
} from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import { createHeartbeat } from '#server/platform/jobs/heartbeat.ts'
import { type JobName, type JobPayloads, jobSchemas } from '#server/platform/jobs/queue.ts'
import { unlockAbandonedJobs } from '#server/platform/jobs/unlock-abandoned.ts'

/** What to do for each kind of job. A handler that throws is tried again, later and later, for about three days. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

export interface FailedJob {
	job: JobName
	payload: unknown
	/** Which try this was, from 1. */
	attempt: number
	error: unknown
}

/** What happens beside a job that fails. */
export interface FailureRecord {
	/** Asked about each job that failed; resolves with true to stop trying again. */
	giveUp(failed: FailedJob): Promise<boolean>
	/** Called for each job that succeeded after it had failed. */
	forget(job: Pick<FailedJob, 'job' | 'payload'>): Promise<void>
}

interface WorkerOptions {
	database: Database
	handlers: JobHandlers
	failures: FailureRecord
	log: Logger
}

export interface Worker {
	/** Finishes the jobs in hand, takes no more. */
	stop(): Promise<void>
	/** Resolves once no more jobs are taken, whoever stopped it. */
	ended: Promise<void>
}

const crontab = [
	'*/5 * * * * reconcile-purchases ?max=1',
	'3 * * * * compare-with-provider ?max=1',
	'17 * * * * purge-expired ?max=1',
].join('\n')
const lookForAbandonedMs = 15_000
const restartMs = 1_000

/** Takes jobs from the queue until stopped. Several servers share the queue; each job is handed to one of them at a time. */
export async function startWorker({ database, handlers, failures, log }: WorkerOptions): Promise<Worker> {
	const pool = database.jobsPool
	const heartbeat = createHeartbeat({ pool, log })
	const events: WorkerEvents = new EventEmitter()
	events.on('pool:create', ({ workerPool }) => void heartbeat.start(workerPool.id))
	const free = () =>
		unlockAbandonedJobs(database).catch((error: unknown) =>
			log.warn({ err: error }, 'jobs of dead servers could not be looked for'),
		)
	await free()
	const sweep = setInterval(free, lookForAbandonedMs)
	const begin = () =>
		run({
			pgPool: pool,
			concurrency: 4,
			pollInterval: 2_000,
			// Without batches a finished job is reported once, and a connection that breaks just then ends the process; with them
			// it ends the queue, which begins again.
			preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
			noHandleSignals: true,
			noPreparedStatements: true,
			crontab,
			events,
			logger: new QueueLogger(({ taskIdentifier }) => (level, message) => {
				if (level === 'error') log.error({ job: taskIdentifier }, message)
				else log.debug({ job: taskIdentifier }, message)
			}),
			taskList: taskListOf(handlers, failures),
		})
	let runner = await begin()
	let stopping = false

	/** The queue ends where the database breaks off at the wrong moment; nothing is lost, and it begins again once it can. */
	async function keepRunning(): Promise<void> {
		for (;;) {
			// One that breaks off says so, and may wait for ever after for what can no longer be reported.
			const brokeOff = new Promise((resolve) => events.once('pool:gracefulShutdown', resolve))
			const over = runner.promise.catch((error: unknown) =>
				log.warn({ err: error }, 'the job queue broke off'),
			)
			await Promise.race([over, brokeOff])
			if (stopping) return
			runner = await restart()
			if (stopping) await runner.stop()
		}
	}

	async function restart(): Promise<Runner> {
		await sleep(restartMs, undefined, { ref: false })
		try {
			return await begin()
		} catch (error) {
			log.warn({ err: error }, 'the job queue cannot begin again yet')
			return await restart()
		}
	}

	const ended = keepRunning()
	return {
		stop: async () => {
			clearInterval(sweep)
			stopping = true
			await runner
				.stop()
				.catch((error: unknown) => log.warn({ err: error }, 'the job queue had ended already'))
			heartbeat.stop()
		},
		ended,
	}
}

/** The handlers in the queue's own form, each handed only a payload of its own shape. */
export function taskListOf(handlers: JobHandlers, failures: FailureRecord): TaskList {
	return Object.fromEntries(jobNames.map((name) => [name, taskOf(name, handlers[name], failures)]))
}

const jobNames = Object.keys(jobSchemas).filter((name): name is JobName => name in jobSchemas)

function taskOf<Name extends JobName>(
	name: Name,
	handle: JobHandlers[Name],
	{ giveUp, forget }: FailureRecord,
): Task {
	return async (payload, { job }) => {
		try {
			await handle(jobSchemas[name].parse(payload))
		} catch (error) {
			if (await giveUp({ job: name, payload, attempt: job.attempts, error })) return
			throw error
		}
		if (job.attempts > 1) await forget({ job: name, payload })
	}
}
