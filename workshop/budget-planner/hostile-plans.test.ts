import { expect, it } from 'vitest'
import { expectedPlanner } from './expected-planner.ts'
import { hostilePlans } from './hostile-plans.ts'

it.each(hostilePlans.map((hostile) => [hostile.name, hostile] as const))('answers %s', (_, hostile) => {
	const expected = expectedPlanner(hostile.plan, hostile.today)
	const said = expected.isKnown
		? expected.figures.verdict
		: expected.problems
				.slice(0, 1)
				.map(({ where, what }) => `${where}: ${what}`)
				.join()
	expect(said).toBe(hostile.says)
	if (hostile.safePence !== undefined && expected.isKnown)
		expect(expected.figures.safeToSpendPence).toBe(hostile.safePence)
})

it('never leaves more for the week than the bank shows today, whatever else is typed', () => {
	for (const { plan, today } of hostilePlans) {
		if (plan.bankDate !== null) continue
		for (const bank of [-200, 0, 50, 300]) {
			const expected = expectedPlanner({ ...plan, bank }, today)
			if (!expected.isKnown) continue
			const { safeToSpendPence, now } = expected.figures
			expect(safeToSpendPence - now.spentPence).toBeLessThanOrEqual(100 * bank)
		}
	}
})
