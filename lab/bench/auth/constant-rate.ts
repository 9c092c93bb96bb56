import { percentile } from '../statistics.ts'

export interface Answer {
	/** 0 if there was no response. */
	status: number
	retryAfter: string | null
}

/** A response with the milliseconds since its request was due. */
export interface Timed extends Answer {
	ms: number
}

/**
 * Sends requests at a constant rate, whether or not responses arrive, as independent users do. Times count from the moment a
 * request was due. Otherwise a slow server would hold the next requests back, and so hide its own delays (coordinated omission).
 */
export async function requestAtRate(
	{ perSecond, seconds }: { perSecond: number; seconds: number },
	ask: (index: number) => Promise<Answer>,
): Promise<Timed[]> {
	const startedAt = performance.now()
	return await Promise.all(
		Array.from({ length: perSecond * seconds }, async (_, index) => {
			const due = startedAt + (index / perSecond) * 1000
			await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
			const answer = await ask(index).catch(() => ({ status: 0, retryAfter: null }))
			return { ...answer, ms: performance.now() - due }
		}),
	)
}

export interface RateResult {
	offered: number
	done: number
	/** How many were answered 429 or 503 with `Retry-After`. */
	refused: number
	/** How many failed in any other way. */
	failed: number
	doneP95Ms: number
	refusedP99Ms: number
}

export function summarise(answers: readonly Timed[]): RateResult {
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
