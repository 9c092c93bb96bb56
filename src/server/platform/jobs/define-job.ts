import { z } from 'zod'

/** Explains a job that failed permanently, for members who can't read its error. */
export interface FailedJobWords {
	/** What was not done. */
	what: string
	/** What that means for the customer or the shop. */
	means: string
	/** What to do about it. */
	todo: string
}

/** When a job runs by itself, and how often it is tried each time. */
export interface Schedule {
	/** Five fields of a crontab, in UTC. */
	cron: string
	mostAttempts: number
}

/** A kind of job: its name, what it is given, when it runs and what its failure means. `addJob` queues one. */
export interface Job<Payload = unknown> {
	readonly name: string
	/**
	 * Payloads contain no secrets, and only those of a requested email or text message contain an address or a number. They are parsed
	 * when a job runs, because they are read from the database.
	 */
	readonly payload: z.ZodType<Payload>
	readonly schedule: Schedule | undefined
	/** Whether it sends one email. */
	readonly sendsMail: boolean
	readonly whenFailed: FailedJobWords
}

export type PayloadOf<Kind extends Job> = Kind extends Job<infer Payload> ? Payload : never

// The queue adds the time at which a scheduled job was due, which no handler needs.
const nothing = z.looseObject({})

interface JobDeclaration<Payload> {
	/** The schema of the payload; without it, the job needs none. */
	payload?: z.ZodType<Payload>
	schedule?: Schedule
	sendsMail?: boolean
	whenFailed: FailedJobWords
}

/** Declares a kind of job that needs nothing. */
export function defineJob(name: string, declaration: Omit<JobDeclaration<unknown>, 'payload'>): Job<object>
/** Declares a kind of job. */
export function defineJob<Payload>(
	name: string,
	declaration: JobDeclaration<Payload> & { payload: z.ZodType<Payload> },
): Job<Payload>
export function defineJob(
	name: string,
	{ payload = nothing, schedule, sendsMail = false, whenFailed }: JobDeclaration<unknown>,
): Job {
	return { name, payload, schedule, sendsMail, whenFailed }
}

/** A kind of job with what carries it out. */
export interface HandledJob {
	readonly job: Pick<Job, 'name' | 'schedule'>
	/** Throws if the payload does not match its schema, and what the handler throws. */
	run(payload: unknown): Promise<void>
}

/** Says what carries out a job. It may run twice for one job. */
export function handleJob<Payload>(
	job: Job<Payload>,
	handler: (payload: Payload) => Promise<void>,
): HandledJob {
	return { job, run: async (payload) => await handler(job.payload.parse(payload)) }
}

/** How many attempts each run has if its job is scheduled every hour or more often. They take about a minute and a half. */
export const attemptsIfFrequent = 5

/** How many attempts each run has if its job is scheduled every day or less often. They take sixteen hours. */
const attemptsIfRare = 12

/**
 * The schedule of a job that runs every hour or more often. It is retried for a minute and a half, so that it survives a restart of
 * the provider. If it fails permanently, its next run does its work.
 */
export function often(cron: string): Schedule {
	return { cron, mostAttempts: attemptsIfFrequent }
}

/**
 * The schedule of a job that runs every day at a time such as 03:30 (UTC). It is retried for sixteen hours, because nothing else does
 * its work before the next day.
 */
export function everyDay(time: string): Schedule {
	return { cron: `${minuteAndHour(time)} * * *`, mostAttempts: attemptsIfRare }
}

/** The schedule of a job that runs every Monday at a time such as 04:41 (UTC). */
export function everyMonday(time: string): Schedule {
	return { cron: `${minuteAndHour(time)} * * 1`, mostAttempts: attemptsIfRare }
}

function minuteAndHour(time: string): string {
	const [hours, minutes] = time.split(':').map(Number)
	return `${minutes} ${hours}`
}
