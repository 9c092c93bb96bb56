import { exampleYear } from '#shared/planner/example-year.ts'
import { typedPlan } from '#shared/planner/plan-data.ts'
import { dayNumber } from '#shared/planner/typed-plan.ts'
import { useDemoPlan } from './plan-store.ts'
import { Planner } from './planner.tsx'

/** The day on which the demo takes place, so that its numbers are those of the example in the workbook. */
const today = dayNumber('2026-11-06')
const sample = typedPlan({ ...exampleYear, showWeek: null })

/** The planner with the example's numbers. Nothing is kept. */
export function DemoPlanner() {
	return <Planner store={useDemoPlan(sample)} today={today} />
}
