import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
	Logger as QueueLogger,
	type Runner,
	run,
	type Task,
	type TaskList,
	type WorkerEvents,
	type WorkerPool,
} from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import { rescheduleAfterClockChange } from '#server/platform/jobs/after-clock-change.ts'
import { forgetFailedRuns } from '#server/platform/jobs/forget-failed-runs.ts'
import { createHeartbeat } from '#server/platform/jobs/heartbeat.ts'
import {
	attemptsIfFrequent,
	type JobName,
	type JobPayloads,
	jobSchemas,
} from '#server/platform/jobs/queue.ts'
import { unlockAbandonedJobs } from '#server/platform/jobs/unlock-abandoned.ts'

/**
 * A handler for each kind of job. A job that throws is retried, with growing delays, for about four days. A scheduled job is retried
 * for a shorter time.
 */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

interface FailedJob {
	job: JobName
	payload: unknown
	/** The first attempt is 1. */
	attempt: number
	error: unknown
}

/** Keeps track of failed jobs. */
export interface FailureRecord {
	/** Called for each job that failed. Resolves with true to stop retrying it. */
	giveUp(failed: FailedJob): Promise<boolean>
	/** Called for each job that succeeded after a failure. */
	forget(job: Pick<FailedJob, 'job' | 'payload'>): Promise<void>
}

interface WorkerOptions {
	database: Database
	handlers: JobHandlers
	failures: FailureRecord
	/** Which jobs to run every day and at what time, such as 03:30 (UTC); those without a time never run. */
	daily?: Partial<Record<JobName, string | undefined>>
	log: Logger
}

interface Worker {
	/** Finishes the running jobs and takes no more. */
	stop(): Promise<void>
	/** Resolves once no more jobs are taken. */
	ended: Promise<void>
}

const crontab = [
	often('*/5 * * * *', 'reconcile-purchases'),
	often('*/5 * * * *', 'queue-release-notices'),
	often('*/5 * * * *', 'settle-discount-codes'),
	often('3 * * * *', 'compare-with-provider'),
	everyDay('02:11', 'issue-late-receipts'),
	often('17 * * * *', 'purge-expired'),
	often('29 * * * *', 'ask-for-reviews'),
	often('37 * * * *', 'queue-edition-notices'),
	often('41 * * * *', 'sum-steps'),
	often('* * * * *', 'refresh-sums'),
	often('*/5 * * * *', 'raise-alerts'),
	everyDay('02:23', 'audit'),
	// Weekly, because it reads all backups, from a bucket perhaps.
	'41 4 * * 1 check-backups ?max=12',
]
const lookForStuckMs = 15_000
const restartMs = 1_000
/**
 * How many times in a row the queue may fail to look for a job before it is restarted. Each of its four workers looks every two
 * seconds.
 */
const mostFailedLooks = 8

/** Runs jobs from the queue until stopped. Several servers share the queue; each job is run by only one of them at a time. */
export async function startWorker({
	database,
	handlers,
	failures,
	daily,
	log,
}: WorkerOptions): Promise<Worker> {
	const pool = database.jobsPool
	const heartbeat = createHeartbeat({ pool, log })
	const events: WorkerEvents = new EventEmitter()
	events.on('job:success', ({ job }) => {
		forgetFailedRuns(database, job).catch((error: unknown) =>
			log.warn({ err: error }, 'the failed runs of a scheduled job could not be removed'),
		)
	})
	// The promise of a broken queue may never settle, so this listens for an event that a broken queue always emits. A new queue
	// may even emit it before it has started.
	let brokeOff = Promise.withResolvers<void>()
	let latest: WorkerPool | undefined
	events.on('pool:create', ({ workerPool }) => {
		latest = workerPool
		brokeOff = Promise.withResolvers()
		void heartbeat.start(workerPool.id)
	})
	events.on('pool:gracefulShutdown', ({ workerPool }) => {
		if (workerPool === latest) brokeOff.resolve()
	})
	// If the queue's first look at the database fails, it keeps the failed result, and takes no job until it is restarted.
	let failedLooks = 0
	const running = new Set<string>()
	events.on('worker:getJob:empty', () => {
		failedLooks = 0
	})
	events.on('pool:create', () => running.clear())
	events.on('job:start', ({ job }) => {
		failedLooks = 0
		running.add(job.id)
	})
	events.on('job:complete', ({ job }) => {
		running.delete(job.id)
	})
	events.on('worker:getJob:error', () => {
		failedLooks += 1
		if (failedLooks >= mostFailedLooks && running.size === 0) brokeOff.resolve()
	})
	const freeStuckJobs = async () => {
		try {
			await unlockAbandonedJobs(database)
			await rescheduleAfterClockChange(database)
		} catch (error) {
			log.warn({ err: error }, 'could not look for jobs that are stuck')
		}
	}
	await freeStuckJobs()
	const sweep = setInterval(freeStuckJobs, lookForStuckMs)
	const begin = () =>
		run({
			pgPool: pool,
			concurrency: 4,
			pollInterval: 2_000,
			// Without batches, a connection that broke while the queue recorded a finished job would end the process. With batches,
			// only the queue ends, and it is then restarted.
			preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
			noHandleSignals: true,
			noPreparedStatements: true,
			crontab: crontabWith(daily),
			events,
			logger: new QueueLogger(({ taskIdentifier }) => (level, message) => {
				if (level === 'error') log.error({ job: taskIdentifier }, message)
				else log.debug({ job: taskIdentifier }, message)
			}),
			taskList: taskListOf(handlers, failures),
		})
	let runner = await begin()
	let stopping = false

	/** Restarts the queue when a broken connection has ended it. No job is lost. */
	async function keepRunning(): Promise<void> {
		for (;;) {
			const over = runner.promise.catch((error: unknown) =>
				log.warn({ err: error }, 'the job queue stopped unexpectedly'),
			)
			await Promise.race([over, brokeOff.promise])
			if (stopping) return
			failedLooks = 0
			// The broken queue may still add scheduled jobs, so it is stopped. Its promise may never settle, so it is not awaited.
			void runner.stop().catch(() => undefined)
			runner = await restart()
			if (stopping) await runner.stop()
		}
	}

	async function restart(): Promise<Runner> {
		await sleep(restartMs, undefined, { ref: false })
		try {
			return await begin()
		} catch (error) {
			log.warn({ err: error }, 'the job queue could not be restarted; trying again')
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
				.catch((error: unknown) => log.warn({ err: error }, 'the job queue had already stopped'))
			heartbeat.stop()
		},
		ended,
	}
}

/**
 * Returns the crontab line of a job that runs every hour or more often. It is retried for a minute and a half, so that it survives a
 * restart of the provider. If it fails permanently, its next run does its work.
 */
function often(when: string, name: JobName): string {
	return `${when} ${name} ?max=${attemptsIfFrequent}`
}

/**
 * Returns the crontab line of a job that runs every day at a time such as 03:30 (UTC). It is retried for sixteen hours, because
 * nothing else does its work before the next day.
 */
function everyDay(time: string, name: string): string {
	const [hours, minutes] = time.split(':').map(Number)
	return `${minutes} ${hours} * * * ${name} ?max=12`
}

/** Returns the whole crontab, with the jobs that run every day at a time that the owner has set. */
export function crontabWith(daily: WorkerOptions['daily'] = {}): string {
	const set = Object.entries(daily).flatMap(([name, time]) =>
		time === undefined ? [] : [everyDay(time, name)],
	)
	return [...crontab, ...set].join('\n')
}

/** Returns the handlers in the queue's format, with payloads parsed. */
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
