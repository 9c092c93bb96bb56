import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import Stripe from 'stripe'
import type { Outage } from '#server/platform/outage.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'

/** Options of one call to Stripe. */
export interface CallOptions {
	/** In milliseconds. */
	timeout: number
}

export interface ProviderCalls {
	/**
	 * Makes one call, and repeats it while that may help and time is left. Throws `ProviderFailure` if it fails, or at once if fifty
	 * calls for the same kind of caller are already waiting.
	 */
	run<T>(work: (options: CallOptions) => Promise<T>, caller?: Caller): Promise<T>
}

/** Who waits for the answer. Buyers go first, because the job queue can retry a job later. */
type Caller = 'buyer' | 'job'

interface CallsOptions {
	/** How many calls this process may start in a second; less than one if the process shares the limit with many others. */
	callsPerSecond: number
	/** Receives each outcome: whether Stripe answered. */
	outage?: Outage | undefined
	/** Returns a random number of at least 0 and less than 1. */
	random: () => number
	/** A monotonic clock in milliseconds. */
	now?: () => number
}

const atOnce = 10
const mostWaiting = 50
const patience = {
	buyer: { priority: 1, waitMs: 3_000, totalMs: 10_000 },
	job: { priority: 0, waitMs: 15_000, totalMs: 20_000 },
}
const leastAttemptMs = 500

/**
 * Creates one queue for all of a process's calls to Stripe. Several servers share one rate limit at Stripe without knowing of
 * each other. A server that hits the limit therefore pauses, for longer each time.
 */
export function createProviderCalls({
	callsPerSecond,
	outage,
	random,
	now = performanceNow,
}: CallsOptions): ProviderCalls {
	// PQueue's own rate limit is not used, because it depends on the system's clock. If the clock were set back by an hour, no call
	// would start for an hour.
	const queue = new PQueue({ concurrency: atOnce })
	const most = Math.max(1, Math.floor(callsPerSecond))
	const withinMs = 1_000 * Math.max(1, 1 / callsPerSecond)
	/** When the latest calls started; at most `most` of them. */
	const starts: number[] = []
	let resumeAt = 0
	let resume: NodeJS.Timeout | undefined

	return {
		run: async (work, caller = 'job') => {
			const deadline = now() + patience[caller].totalMs
			try {
				const answer = await callWithRetries(work, caller, deadline)
				outage?.answered()
				return answer
			} catch (error) {
				reportTo(outage, error)
				throw asFailure(error)
			}
		},
	}

	async function callWithRetries<T>(
		work: (options: CallOptions) => Promise<T>,
		caller: Caller,
		deadline: number,
	): Promise<T> {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await enqueue(work, caller, deadline)
			} catch (error) {
				const delay = delayBeforeRetry(error, attempt, random)
				if (delay !== undefined && isRateLimit(error)) pauseCalls(delay)
				if (delay === undefined || deadline - now() - delay < leastAttemptMs) throw error
				await sleep(delay)
			}
		}
	}

	async function enqueue<T>(
		work: (options: CallOptions) => Promise<T>,
		caller: Caller,
		deadline: number,
	): Promise<T> {
		const { priority, waitMs } = patience[caller]
		if (queue.sizeBy({ priority }) >= mostWaiting) throw busy('too many calls are waiting')
		const waiting = new AbortController()
		const timer = setTimeout(() => waiting.abort(busy('the call waited too long')), waitMs)
		return await queue.add(
			() => {
				clearTimeout(timer)
				countStart()
				return work({ timeout: Math.max(leastAttemptMs, Math.floor(deadline - now())) })
			},
			{ priority, signal: waiting.signal },
		)
	}

	/** Counts a call that starts. Delays the next call if it would exceed the rate limit. */
	function countStart(): void {
		starts.push(now())
		if (starts.length > most) starts.shift()
		const [oldest = 0] = starts
		if (starts.length === most) pauseCalls(oldest + withinMs - now())
	}

	/** Pauses all calls for this many milliseconds. */
	function pauseCalls(ms: number): void {
		if (ms <= 0 || now() + ms <= resumeAt) return
		resumeAt = now() + ms
		clearTimeout(resume)
		queue.pause()
		resume = setTimeout(() => queue.start(), Math.ceil(ms))
	}
}

function performanceNow(): number {
	return performance.now()
}

function busy(cause: string): ProviderFailure {
	return new ProviderFailure({ definite: false, cause })
}

/**
 * Reports to `outage` whether Stripe answers. A refused key counts as an outage, because the shop cannot sell with it. Any
 * other refusal counts as an answer.
 */
function reportTo(outage: Outage | undefined, error: unknown): void {
	if (!(error instanceof Stripe.errors.StripeError)) return
	const isAway =
		error instanceof Stripe.errors.StripeConnectionError ||
		error instanceof Stripe.errors.StripeAuthenticationError ||
		(error.statusCode ?? 500) >= 500
	if (isAway) outage?.failed(error.message.slice(0, longestReason))
	else outage?.answered()
}

const longestReason = 200

/** Turns an error of the SDK into a failure that says whether Stripe definitely refused, or may have acted. */
function asFailure(error: unknown): unknown {
	if (error instanceof Stripe.errors.StripeConnectionError)
		return new ProviderFailure({ definite: false, cause: error })
	if (error instanceof Stripe.errors.StripeError) {
		// Stripe may have acted in three cases. 409: another call with the same key is running. No status: the answer could not be
		// read. 500 and above: Stripe itself calls the outcome indeterminate.
		const status = error.statusCode
		const isKnown = status !== undefined && status !== 409 && status < 500
		// The email address is all that a Checkout Session has of the buyer.
		const blamesBuyer = error.param === 'customer_email'
		return new ProviderFailure({ definite: isKnown, cause: error, blamesBuyer })
	}
	return error
}

/** Returns the code that Stripe gave for a failed call; undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
	const cause = error instanceof ProviderFailure ? error.cause : undefined
	return cause instanceof Stripe.errors.StripeError ? cause.code : undefined
}

// Without an answer, fewer attempts are made: a buyer should not wait long for a dead connection, and the SDK makes each of these
// calls twice.
const mostAttempts = { answered: 8, unanswered: 4 }
const firstDelayMs = 100
const longestDelayMs = 2_000

/**
 * Returns how many milliseconds to wait before a failed call is made again; undefined if repeating it would not help. `attempt`
 * counts from 1. Backs off exponentially with full jitter, and waits at least as long as Stripe's `Retry-After` asks. The SDK's
 * own retries ignore that header and never repeat a 429. The delays of `p-retry` ignore the header too.
 */
export function delayBeforeRetry(error: unknown, attempt: number, random: () => number): number | undefined {
	if (!(error instanceof Stripe.errors.StripeError) || !canHelp(error)) return undefined
	const isAnswered = !(error instanceof Stripe.errors.StripeConnectionError)
	if (attempt >= (isAnswered ? mostAttempts.answered : mostAttempts.unanswered)) return undefined
	const jittered = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)
	return retryAfterMs(error) + jittered
}

/**
 * Reports whether Stripe refused a call because the account makes too many calls. A 429 about a locked object does not count,
 * because other calls would succeed.
 */
function isRateLimit(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeError && error.statusCode === 429 && error.code !== 'lock_timeout'
	)
}

/** Reports whether a retry may help. Stripe's own advice in the headers comes first. */
function canHelp(error: Stripe.errors.StripeError): boolean {
	const advice = error.headers?.['stripe-should-retry']
	if (advice === 'true' || advice === 'false') return advice === 'true'
	if (error instanceof Stripe.errors.StripeConnectionError) return true
	const status = error.statusCode
	// 409: another call with the same idempotency key is running, and a retry gets the answer of that call.
	return status === 409 || status === 429 || (status !== undefined && status >= 500)
}

function retryAfterMs({ headers }: Stripe.errors.StripeError): number {
	const seconds = headers?.['retry-after'] ?? ''
	return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0
}
