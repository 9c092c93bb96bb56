import { percentile } from '../percentile.ts'

export interface Answer {
	/** 0 where none came. */
	status: number
	retryAfter: string | null
}

/** An answer, and how long after its question was due it came, in milliseconds. */
export interface Timed extends Answer {
	ms: number
}

/**
 * Asks so often a second whether or not answers come, as many people do who know nothing of each other. Each is timed from
 * the moment it was due, so that a server which holds questions up cannot hide it.
 */
export async function offer(
	{ perSecond, seconds }: { perSecond: number; seconds: number },
	ask: (index: number) => Promise<Answer>,
): Promise<Timed[]> {
	const began = performance.now()
	return await Promise.all(
		Array.from({ length: perSecond * seconds }, async (_, index) => {
			const due = began + (index / perSecond) * 1000
			await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
			const answer = await ask(index).catch(() => ({ status: 0, retryAfter: null }))
			return { ...answer, ms: performance.now() - due }
		}),
	)
}

export interface Offered {
	offered: number
	done: number
	/** Told to come again later: 429 or 503 with the seconds to wait. */
	refused: number
	/** Anything else. */
	failed: number
	doneP95Ms: number
	refusedP99Ms: number
}

export function judge(answers: readonly Timed[]): Offered {
	const done = answers.filter(({ status }) => status === 200)
	const refused = answers.filter(
		({ status, retryAfter }) => [429, 503].includes(status) && Number(retryAfter) > 0,
	)
	return {
		offered: answers.length,
		done: done.length,
		refused: refused.length,
		failed: answers.length - done.length - refused.length,
		doneP95Ms: percentile(
			done.map(({ ms }) => ms),
			95,
		),
		refusedP99Ms: percentile(
			refused.map(({ ms }) => ms),
			99,
		),
	}
}
