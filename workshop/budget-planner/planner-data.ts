import { exampleYear } from '../../src/shared/planner/example-year.ts'
import type { PlanData } from '../../src/shared/planner/plan-data.ts'
import { workbookName } from '../../src/shared/planner/workbook-cells.ts'

/** The data typed into a workbook. The empty file leaves all fields blank, the example file shows them filled. */
export interface PlannerData extends PlanData {
	fileName: string
	title: string
}

export const emptyPlanner: PlannerData = {
	fileName: workbookName,
	title: 'Student Budget Planner',
	// Left empty, because a user who begins in November might not change a date that is there already.
	firstMonday: null,
	lastWeek: null,
	startingPence: null,
	terms: [],
	showWeek: null,
	bank: null,
	income: [],
	costs: [],
	goals: [],
	spending: [],
}

export const examplePlanner: PlannerData = {
	fileName: 'Budget-planner-example.xlsx',
	title: 'Student Budget Planner, filled in as an example',
	...exampleYear,
}
