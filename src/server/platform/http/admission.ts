/** How much a request matters while the server is overloaded: payments, then accounts and downloads, then everything else. */
export const priorities = ['money', 'account', 'rest'] as const
export type Priority = (typeof priorities)[number]

export interface Admission {
	/** Says whether to refuse a request immediately, and if so counts it as refused. */
	refuses(priority: Priority): boolean
	/**
	 * Says whether to handle a request that `refuses` has let through. Returns a promise if the request has to wait. If the
	 * request is handled, call `leave` afterwards.
	 */
	enter(priority: Priority): true | Promise<boolean>
	leave(priority: Priority): void
	/** Says whether a request would be handled without waiting. */
	hasRoom(priority: Priority): boolean
	/** How many requests were refused since the start. */
	readonly refused: Readonly<Record<Priority, number>>
}

/** A clock and its timers, which tests replace. */
export interface Timer {
	/** In milliseconds. */
	now(): number
	after(ms: number, work: () => void): void
}

interface LaneLimits {
	/** How many requests may be in progress at once. */
	atOnce: number
	/** The delay of the event loop, in milliseconds, above which requests are refused. */
	maxLoopDelayMs: number
	/**
	 * The initial limits of a queue: for how many milliseconds a request may wait, and how many requests may wait. If the queue
	 * lasts for longer than `ms`, `standingQueue` applies until the queue is empty.
	 */
	burst: { ms: number; requests: number }
}

const shortBurst = { ms: 150, requests: 512 }

/**
 * The limits of each priority. Forty reads at once keep the database busy, and take less than a tenth of a second. A thousand
 * payments may be in progress, because a burst of their events may take longer. Each priority has places of its own, so that
 * requests waiting for a slow payment provider or for password hashing cannot use up the places of others.
 */
export const defaultLanes: Readonly<Record<Priority, LaneLimits>> = {
	money: { atOnce: 1_000, maxLoopDelayMs: Number.POSITIVE_INFINITY, burst: shortBurst },
	// A burst may last longer here, because everyone at a lecture may download the same guide at the same moment: 500 downloads
	// begin within a second, and browsers do not retry a refused download.
	account: { atOnce: 128, maxLoopDelayMs: 200, burst: { ms: 2_000, requests: 1_000 } },
	rest: { atOnce: 40, maxLoopDelayMs: 150, burst: shortBurst },
}

/**
 * The limits of a queue that does not empty. Waiting then only makes every response late, so few requests may wait, and only
 * briefly.
 */
export const standingQueue = { ms: 20, requests: 32 }
const tickMs = 25
/**
 * With fewer requests in progress than this, the server does not count as overloaded: something else delays the event loop or the
 * machine, and refusing requests would not help.
 */
const minInProgressOfOverload = 8

const realTimer: Timer = {
	now: () => performance.now(),
	after: (ms, work) => void setTimeout(work, ms).unref(),
}

interface Waiter {
	since: number
	tell: (isAdmitted: boolean) => void
}

interface Lane extends LaneLimits {
	inProgress: number
	waiting: Waiter[]
	/** When the current unbroken period of waiting requests began. */
	waitingSince: number | undefined
}

/**
 * Limits how many requests one process handles at once. Requests that would have to wait too long are refused. As in the
 * CoDel algorithm for packets, a server counts as overloaded because of how long its queue has lasted, not because of its
 * length.
 */
export function createAdmission({
	timer = realTimer,
	limits = defaultLanes,
	minInProgress = minInProgressOfOverload,
} = {}): Admission {
	const laneOf = (of: LaneLimits): Lane => ({ ...of, inProgress: 0, waiting: [], waitingSince: undefined })
	const lanes = { money: laneOf(limits.money), account: laneOf(limits.account), rest: laneOf(limits.rest) }
	const all = Object.values(lanes)
	const refused = { money: 0, account: 0, rest: 0 }
	let isTicking = false
	/** The smaller of the last two delays of the event loop, because a single pause is not an overload. */
	let delayMs = 0

	function isLate({ maxLoopDelayMs }: Lane): boolean {
		return (
			delayMs > maxLoopDelayMs && all.reduce((sum, { inProgress }) => sum + inProgress, 0) >= minInProgress
		)
	}

	function hasRoom(priority: Priority): boolean {
		const lane = lanes[priority]
		return lane.inProgress < lane.atOnce && !isLate(lane)
	}

	function patienceOf({ waitingSince, burst }: Lane, now: number) {
		return waitingSince !== undefined && now - waitingSince > burst.ms ? standingQueue : burst
	}

	/** Refuses the requests that have waited for too long. */
	function refuseLate(lane: Lane, now: number): void {
		const { ms } = patienceOf(lane, now)
		const late = lane.waiting.findIndex(({ since }) => now - since <= ms)
		for (const { tell } of lane.waiting.splice(0, late === -1 ? lane.waiting.length : late)) tell(false)
	}

	function admitWaiting(lane: Lane): void {
		while (lane.inProgress < lane.atOnce) {
			const next = lane.waiting.shift()
			if (next === undefined) break
			lane.inProgress += 1
			next.tell(true)
		}
		if (lane.waiting.length === 0) lane.waitingSince = undefined
	}

	/**
	 * Measures the delay of the event loop, and refuses late requests even if no request ends. Stops when there is nothing to do.
	 */
	function tick(dueAt: number, lastDelayMs: number): void {
		const now = timer.now()
		const delay = now - dueAt
		delayMs = Math.min(delay, lastDelayMs)
		for (const lane of all) {
			refuseLate(lane, now)
			admitWaiting(lane)
		}
		isTicking = delay > tickMs || all.some(({ inProgress }) => inProgress > 0)
		if (isTicking) timer.after(tickMs, () => tick(now + tickMs, delay))
	}

	function startTicking(now: number): void {
		isTicking = true
		timer.after(tickMs, () => tick(now + tickMs, 0))
	}

	return {
		refuses: (priority) => {
			if (hasRoom(priority)) return false
			const lane = lanes[priority]
			const isRefused = isLate(lane) || lane.waiting.length >= patienceOf(lane, timer.now()).requests
			if (isRefused) refused[priority] += 1
			return isRefused
		},
		enter: (priority) => {
			const lane = lanes[priority]
			const now = timer.now()
			if (lane.inProgress < lane.atOnce) {
				lane.inProgress += 1
				if (!isTicking) startTicking(now)
				return true
			}
			lane.waitingSince ??= now
			return new Promise((resolve) => {
				const tell = (isAdmitted: boolean) => {
					if (!isAdmitted) refused[priority] += 1
					resolve(isAdmitted)
				}
				lane.waiting.push({ since: now, tell })
			})
		},
		leave: (priority) => {
			const lane = lanes[priority]
			lane.inProgress -= 1
			if (lane.waiting.length === 0) return
			refuseLate(lane, timer.now())
			admitWaiting(lane)
		},
		hasRoom,
		refused,
	}
}
