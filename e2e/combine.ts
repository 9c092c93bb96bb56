/** Whether this is `npm run test:full`. */
export const isFull = process.env.JOURNEYS === 'full'

/** Differs from run to run. To repeat a run, set it as the run printed it. */
const seed = Number(process.env.JOURNEYS_SEED)

/**
 * Returns the cases to combine with number `index` of `count` others. `npm run test:full` combines all with all. `npm test` shares
 * the cases out among the others, differently in each run, so that it still meets each case and each other.
 */
export function partners<Case>(cases: readonly Case[], index: number, count: number): readonly Case[] {
	const shares = Math.min(count, cases.length)
	return isFull ? cases : cases.filter((_, at) => (at + index + seed) % shares === 0)
}
