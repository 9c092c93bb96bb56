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
import { unlockAbandonedJobs } from '#server/platform/jobs/unlock-abandoned.ts'
import { everyDay, type HandledJob, type Job, type Schedule } from './define-job.ts'

interface FailedJob {
	job: string
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
	/** Every kind of job. One that throws is retried, with growing delays, for about four days; a scheduled one for a shorter time. */
	jobs: readonly HandledJob[]
	failures: FailureRecord
	/** Which further jobs to run every day and at what time, such as 03:30 (UTC); those without a time never run. */
	daily?: readonly (readonly [Pick<Job, 'name'>, time: string | undefined])[]
	log: Logger
}

interface Worker {
	/** Finishes the running jobs and takes no more. */
	stop(): Promise<void>
	/** Resolves once no more jobs are taken. */
	ended: Promise<void>
}

const lookForStuckMs = 15_000
const restartMs = 1_000
/**
 * How many times in a row the queue may fail to look for a job before it is restarted. Each of its four workers looks every two
 * seconds.
 */
const mostFailedLooks = 8

/** Runs jobs from the queue until stopped. Several servers share the queue; each job is run by only one of them at a time. */
export async function startWorker({ database, jobs, failures, daily, log }: WorkerOptions): Promise<Worker> {
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
			crontab: crontabOf(jobs, daily),
			events,
			logger: new QueueLogger(({ taskIdentifier }) => (level, message) => {
				if (level === 'error') log.error({ job: taskIdentifier }, message)
				else log.debug({ job: taskIdentifier }, message)
			}),
			taskList: taskListOf(jobs, failures),
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

/** Returns the whole crontab, with the jobs that run every day at a time that the owner has set. */
export function crontabOf(
	jobs: readonly HandledJob[],
	daily: NonNullable<WorkerOptions['daily']> = [],
): string {
	const line = (name: string, { cron, mostAttempts }: Schedule) => `${cron} ${name} ?max=${mostAttempts}`
	return [
		...jobs.flatMap(({ job: { name, schedule } }) => (schedule === undefined ? [] : [line(name, schedule)])),
		...daily.flatMap(([{ name }, time]) => (time === undefined ? [] : [line(name, everyDay(time))])),
	].join('\n')
}

/** Returns the jobs in the queue's format. */
export function taskListOf(jobs: readonly HandledJob[], failures: FailureRecord): TaskList {
	return Object.fromEntries(jobs.map((each) => [each.job.name, taskOf(each, failures)]))
}

function taskOf({ job: { name }, run: handle }: HandledJob, { giveUp, forget }: FailureRecord): Task {
	return async (payload, { job }) => {
		try {
			await handle(payload)
		} catch (error) {
			if (await giveUp({ job: name, payload, attempt: job.attempts, error })) return
			throw error
		}
		if (job.attempts > 1) await forget({ job: name, payload })
	}
}
