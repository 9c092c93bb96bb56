import type { TypedPlan } from './typed-plan.ts'

/** A field of the planner that is in no list. */
export type Field = Exclude<keyof TypedPlan, ListName | 'pay'> | 'fixed'
export type ListName = 'income' | 'costs' | 'goals' | 'spending'

/** Where there is something to check. */
export type Place =
	| { of: 'field'; field: Field }
	| { of: ListName; row: number; name: string }
	/** What came in during a week. */
	| { of: 'pay'; week: number }
	/** All payments of a week of the plan, or of a category. */
	| { of: 'week'; week: number }
	| { of: 'category'; category: string }

/** Why something can't be counted, or what to ask about it. */
export type Fault =
	| 'nothing'
	| 'notDate'
	| 'notMonday'
	| 'whichYear'
	| 'planWeeks'
	| 'notNumber'
	| 'tooMuch'
	| 'below'
	| 'twice'
	| 'noName'
	| 'noAmount'
	| 'amountText'
	| 'noRhythm'
	| 'rhythmUnknown'
	| 'noFirst'
	| 'firstText'
	| 'lastText'
	| 'lastEarly'
	| 'noAnswer'
	| 'notTerm'
	| 'neverDue'
	| 'noTarget'
	| 'targetText'
	| 'savedText'
	| 'fromWhich'
	| 'byWhich'
	| 'weeksReversed'
	| 'notInPlan'
	| 'categoryName'
	| 'categoryTwice'
	| 'noDate'
	| 'dateText'
	| 'outside'
	| 'noCategory'
	| 'categoryUnknown'
	| 'future'
	| 'sameAsAbove'
	| 'inBalance'
	| 'tooOften'
	| 'zero'
	| 'onlyOnce'
	| 'endsEarly'
	| 'startsLate'
	| 'nothingFixed'
	| 'asMoneyIn'
	| 'moreBack'

/** A field or row that the planner cannot count, or asks about. */
export interface Problem {
	place: Place
	fault: Fault
}
