import { type PlanData, typedPlan } from '../../src/shared/planner/plan-data.ts'
import type { Typed, TypedPlan } from '../../src/shared/planner/typed-plan.ts'
import { cellsOf as filledCellsOf } from '../../src/shared/planner/workbook-cells.ts'

/** What was typed into the workbook: into the yellow fields, and elsewhere. */
export interface SheetPlan extends TypedPlan {
	elsewhere: readonly { cell: string; value: Typed }[]
}

export function sheetPlan(data: PlanData): SheetPlan {
	return { ...typedPlan(data), elsewhere: [] }
}

/** Returns the content of each cell to fill in, such as `Setup!B3`. */
export function cellsOf(plan: SheetPlan): Map<string, Typed> {
	const cells = filledCellsOf(plan)
	for (const { cell, value } of plan.elsewhere) cells.set(cell, value)
	return cells
}
