import { Logger as QueueLogger, run, type Task, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type JobName, type JobPayloads, jobSchemas } from '#server/jobs/queue.ts'

/** What to do for each kind of job. A handler that throws is tried again, later and later, for about three days. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

interface WorkerOptions {
	pool: pg.Pool
	handlers: JobHandlers
	log: Logger
}

export interface Worker {
	/** Finishes the jobs in hand, takes no more. */
	stop(): Promise<void>
	/** Resolves once no more jobs are taken, whoever stopped it. */
	ended: Promise<void>
}

const crontab = ['*/5 * * * * reconcile-purchases ?max=1', '17 * * * * purge-expired ?max=1'].join('\n')

/** Takes jobs from the queue until stopped. Several servers share the queue; each job is handed to one of them at a time. */
export async function startWorker({ pool, handlers, log }: WorkerOptions): Promise<Worker> {
	const runner = await run({
		pgPool: pool,
		concurrency: 4,
		pollInterval: 2_000,
		noHandleSignals: true,
		noPreparedStatements: true,
		crontab,
		logger: new QueueLogger(({ taskIdentifier }) => (level, message) => {
			if (level === 'error') log.error({ job: taskIdentifier }, message)
			else log.debug({ job: taskIdentifier }, message)
		}),
		taskList: taskListOf(handlers),
	})
	return {
		stop: () => runner.stop(),
		ended: runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job queue has ended')),
	}
}

/** The handlers in the queue's own form, each handed only a payload of its own shape. */
export function taskListOf(handlers: JobHandlers): TaskList {
	return Object.fromEntries(jobNames.map((name) => [name, taskOf(name, handlers[name])]))
}

const jobNames = Object.keys(jobSchemas).filter((name): name is JobName => name in jobSchemas)

function taskOf<Name extends JobName>(name: Name, handle: JobHandlers[Name]): Task {
	return async (payload) => await handle(jobSchemas[name].parse(payload))
}
