import { beforeEach, expect, test } from 'vitest'
import { type Admission, createAdmission, type Priority } from '#server/platform/http/admission.ts'

let now: number
let due: { at: number; work: () => void }[]
let admission: Admission
let verdicts: boolean[]

const burst = { ms: 150, requests: 512 }
const limits = {
	money: { atOnce: 2, maxLoopDelayMs: Number.POSITIVE_INFINITY, burst },
	account: { atOnce: 2, maxLoopDelayMs: 200, burst: { ms: 2_000, requests: 1_000 } },
	rest: { atOnce: 2, maxLoopDelayMs: 150, burst },
}

beforeEach(() => {
	now = 0
	due = []
	verdicts = []
	admission = createAdmission({
		timer: { now: () => now, after: (ms, work) => void due.push({ at: now + ms, work }) },
		limits,
		minInProgress: 2,
	})
})

/** Lets time pass. Each timer runs `late` milliseconds after it is due, as if the event loop were busy. */
async function pass(ms: number, { late = 0 } = {}): Promise<void> {
	const end = now + ms
	for (;;) {
		const next = due.toSorted((a, b) => a.at - b.at)[0]
		if (next === undefined || next.at + late > end) break
		due.splice(due.indexOf(next), 1)
		now = next.at + late
		next.work()
	}
	now = end
	await Promise.resolve()
}

function ask(priority: Priority): boolean | 'waits' {
	if (admission.refuses(priority)) return false
	const verdict = admission.enter(priority)
	if (verdict === true) return true
	void verdict.then((isAdmitted) => verdicts.push(isAdmitted))
	return 'waits'
}

const fill = (priority: Priority) => expect([ask(priority), ask(priority)]).toEqual([true, true])

test('a burst of requests waits, and is admitted in order of arrival as other requests end', async () => {
	fill('rest')
	expect([ask('rest'), ask('rest'), ask('rest')]).toEqual(['waits', 'waits', 'waits'])
	await pass(40)
	admission.leave('rest')
	admission.leave('rest')
	await pass(40)
	expect(verdicts).toEqual([true, true])
	admission.leave('rest')
	await pass(0)
	expect(verdicts).toEqual([true, true, true])
	expect(admission.refused.rest).toBe(0)
})

test('a waiting request is refused within a fifth of a second, even if no request in progress ends', async () => {
	fill('rest')
	ask('rest')
	await pass(150)
	expect(verdicts).toEqual([])
	await pass(50)
	expect(verdicts).toEqual([false])
	expect(admission.refused.rest).toBe(1)
})

test('when a whole lecture downloads a guide at once, everyone is admitted within two seconds', async () => {
	fill('account')
	for (let download = 0; download < 600; download += 1) expect(ask('account')).toBe('waits')
	for (let turn = 0; turn < 300; turn += 1) {
		await pass(6)
		admission.leave('account')
		admission.leave('account')
	}
	await pass(0)
	expect(verdicts).toEqual(Array(600).fill(true))
	expect(admission.refused.account).toBe(0)
})

test('while the queue never empties, only a few requests may wait, and only briefly', async () => {
	fill('rest')
	for (let turn = 0; turn < 16; turn += 1) {
		ask('rest')
		ask('rest')
		await pass(10)
		admission.leave('rest')
	}
	expect(verdicts).toContain(true)
	// The queue has now lasted too long. Only a few requests may wait, and a request that has waited for more than 20 ms is
	// refused.
	const waiting = Array.from({ length: 40 }, () => ask('rest')).filter((answer) => answer === 'waits')
	expect(waiting.length).toBeLessThanOrEqual(32)
	await pass(0)
	verdicts = []
	await pass(46)
	expect(verdicts.length).toBeGreaterThanOrEqual(waiting.length)
	expect(verdicts).not.toContain(true)
})

test('after the queue has emptied, another burst may wait', async () => {
	fill('rest')
	ask('rest')
	await pass(300)
	admission.leave('rest')
	admission.leave('rest')
	fill('rest')
	expect(ask('rest')).toBe('waits')
	await pass(100)
	admission.leave('rest')
	await pass(0)
	expect(verdicts).toEqual([false, true])
})

test('requests of one priority never take the places reserved for another', () => {
	fill('rest')
	fill('account')
	expect(ask('account')).toBe('waits')
	fill('money')
})

test('a request is refused immediately if the queue is full', () => {
	fill('rest')
	const answers = Array.from({ length: 600 }, () => ask('rest'))
	expect(answers.filter((answer) => answer === false)).toHaveLength(600 - 512)
})

test.each([
	{ late: 100, refuses: [] },
	{ late: 170, refuses: ['rest'] },
	{ late: 220, refuses: ['account', 'rest'] },
])(
	'if the event loop is late by $late ms, requests of these priorities are refused: $refuses',
	async ({ late, refuses }) => {
		ask('money')
		ask('account')
		await pass(2 * (25 + late), { late })
		const refused = (['money', 'account', 'rest'] as const).filter((priority) => !admission.hasRoom(priority))
		expect(refused).toEqual(refuses)
		for (const priority of refused) expect(ask(priority)).toBe(false)
		await pass(50)
		expect(ask('rest')).toBe(true)
	},
)

test('no request is refused after a single pause of the event loop, or under light load', async () => {
	ask('money')
	ask('account')
	await pass(525, { late: 500 })
	expect(ask('rest')).toBe(true)
	admission.leave('rest')
	admission.leave('account')
	await pass(2_000, { late: 500 })
	expect(ask('rest')).toBe(true)
})

test('no timer runs while the server is idle', async () => {
	ask('rest')
	admission.leave('rest')
	await pass(25)
	expect(due).toEqual([])
})
