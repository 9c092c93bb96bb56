import { expect, test } from 'vitest'
import { compareResults } from './compare-results.ts'
import { figuresOf } from './compare-servers.ts'
import { type Figure, isMet } from './figure.ts'

const machine = {
	cores: 2,
	processor: 'one',
	kernel: '6',
	node: 'v24',
	commit: 'a',
	generator: 'wrk',
	loadAverage: [0, 0] satisfies [number, number],
}
const resultsOf = (figures: Figure[]) => ({
	area: 'auth',
	finishedAt: '',
	machine,
	figures: structuredClone(figures),
})

test('a figure is better or worse only if the interquartile ranges of the two runs do not overlap', () => {
	const requests = (values: number[]): Figure => ({ name: 'requests', unit: '1/s', values })
	const cost = (values: number[]): Figure => ({ name: 'cost', unit: 'µs', values })
	const memory = (values: number[]): Figure => ({
		name: 'memory',
		unit: 'MB',
		values,
		limit: { atMost: 120 },
	})
	const before = resultsOf([requests([90, 100, 110, 500]), cost([10, 11, 12, 13]), memory([150]), cost([1])])
	const after = (...figures: Figure[]) =>
		Object.fromEntries(compareResults(before, resultsOf(figures)).map(({ name, verdict }) => [name, verdict]))
	expect(after(requests([120, 130, 140, 150]), memory([140]))).toEqual({
		requests: 'better',
		memory: 'within the spread',
		cost: 'no longer',
	})
	expect(after(requests([95, 105, 80, 120]), memory([120]), { ...cost([1]), name: 'new' })).toMatchObject({
		requests: 'within the spread',
		memory: 'better',
		new: 'only now',
	})
	expect(after(cost([4, 4, 4, 4]), { ...requests([1, 1]), void: 'why' })).toMatchObject({
		cost: 'worse',
		requests: 'void',
	})
})

const sample = (perSecond: number, server: number) => ({
	answered: 1,
	failures: 0,
	refused: 0,
	bytesPerSecond: 1,
	p50Ms: 1,
	p95Ms: 1,
	p99Ms: 1,
	perSecond,
	server,
	postgres: 10,
})

test('a ratio is void if it was measured near the load generator’s ceiling or without wrk', () => {
	const figures = (ceiling: number, generator: 'wrk' | 'Node' = 'wrk') =>
		figuresOf({
			generator,
			name: 'a page',
			atLeast: 0.9,
			by: 'perSecond',
			of: [sample(900, 40), sample(800, 40)],
			than: [sample(1_000, 20), sample(1_000, 20)],
			ceiling: [sample(ceiling, 5), sample(ceiling, 5)],
		}).slice(0, 2)
	const [far, cost] = figures(2_000)
	expect([far?.values, far?.void]).toEqual([[0.9, 0.8], undefined])
	expect([cost?.values, cost && isMet(cost)]).toEqual([[0.6, 0.6], false])
	const [near] = figures(1_400)
	expect([near?.void, near && isMet(near)]).toEqual([expect.stringContaining('70 %'), undefined])
	const [slow] = figures(2_000, 'Node')
	expect(slow?.void).toMatch(/Install wrk/)
})
