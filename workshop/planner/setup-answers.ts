import type { Worksheet } from '@cj-tech-master/excelts'
import { bankByPlan } from './bank-check.ts'
import { day, formula, label, pounds } from './cells.ts'
import {
	bank,
	dueColumns as due,
	range,
	setup,
	spendingArea,
	spendingColumns,
	toCheck,
	typedColumns,
	typedWeek,
	weekColumns,
	weeks,
} from './layout.ts'

const ofWeeks = (column: string) => range('Weeks', column, weeks)

/** Adds the figures that both the dashboard and the weekly plan need. They are 0 while something has to be checked. */
export function addAnswers(sheet: Worksheet): void {
	const inStretch = (column: string, weeksOf: string) =>
		`SUMIFS(${ofWeeks(column)},${ofWeeks('C')},I8,${ofWeeks('A')},"${weeksOf}"&I7)`
	const ifAny = (text: string) => `IF(${toCheck}>0,0,${text})`
	formula(
		sheet,
		'J3',
		ifAny(`ROUND(${inStretch('G', '<=')}-${inStretch(weekColumns.counted, '<')},2)`),
		pounds,
	)
	// What is safe to spend: never so much that the account would have less than it must before the stretch ends. If the bank shows less
	// than the plan, what is missing is gone, and what has not arrived cannot be spent.
	const bearable = `INDEX(${ofWeeks(weekColumns.bearable)},I7)`
	const onHand = `IF(${setup.missing}<0,INDEX(${ofWeeks(weekColumns.untouched)},I7)-${setup.arriving},${bearable})`
	const bound = `ROUND(MIN(${bearable},${onHand})-${setup.floor}+${setup.missing},2)`
	formula(sheet, 'J4', ifAny(`MIN(J3,${bound},IF(${setup.isBankBelow}=1,0,${bound}))`), pounds)
	const lately = `${ofWeeks('A')},">="&(I7-4),${ofWeeks('A')},"<"&I7`
	const isKnown = `IF(I7>1,COUNTIFS(${lately},${ofWeeks(weekColumns.payments)},0)=0,FALSE)`
	formula(
		sheet,
		'J5',
		ifAny(`IF(${isKnown},ROUND(SUMIFS(${ofWeeks('H')},${lately})/MIN(4,I7-1),2),"not known yet")`),
		pounds,
	)
	formula(sheet, 'J6', `IF(AND(I3=1,NOT(ISNUMBER(${typedWeek})),I6>I5),1,0)`)
	label(sheet, 'C4', { formula: 'IF(I3=1,"ends on","")' }).alignment = { horizontal: 'right' }
	formula(sheet, 'D4', 'IF(I3=1,I5,"")', day)
	addBankAnswers(sheet)
	addTwice(sheet)
}

/** Adds what follows from the bank's balance. */
function addBankAnswers(sheet: Worksheet): void {
	const ifBank = (text: string) => `IF(${setup.isBankKnown}=1,${text},0)`
	const sunday = '(I4+7*I7-1)'
	formula(sheet, 'K3', ifBank(`ROUND(${bankByPlan},2)`), pounds)
	formula(sheet, 'K4', ifBank(`IF(J7<=${sunday},MIN(0,ROUND(${bank.balance}-K3,2)),0)`), pounds)
	const isOfWeek = `AND(J7<=${sunday},J7>=${sunday}-6)`
	const amounts = range('Setup', typedColumns.amount, setup.income)
	const times = range('Setup', due.arriving, setup.income)
	formula(sheet, 'K5', ifBank(`IF(${isOfWeek},ROUND(SUMPRODUCT(${amounts},${times}),2),0)`), pounds)
	formula(sheet, 'K6', ifBank(`IF(AND(${isOfWeek},${bank.balance}<${setup.floor}),1,0)`))
}

/** Adds the rows of payments that may be counted twice. */
function addTwice(sheet: Worksheet): void {
	const column = (name: string) => range('Spending', name, spendingArea)
	const { key, same, asMuchAsCost } = spendingColumns
	const first = (name: string) => `IF(COUNT(${column(name)})=0,0,MIN(${column(name)}))`
	formula(sheet, 'L3', first(same))
	const keyOfRow = `INDEX(Spending!$${key}$1:$${key}$${spendingArea.last},L3)`
	formula(sheet, 'L4', `IF(L3=0,0,MATCH(${keyOfRow},${column(key)},0)+${spendingArea.first - 1})`)
	formula(sheet, 'L5', first(asMuchAsCost))
}
