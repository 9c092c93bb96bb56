import { dueColumns as due, setup, typedColumns } from './layout.ts'

/** Returns a formula for how often an income or a cost of Setup is due, from its first date up to and including a day. */
export function dueUpTo(date: string, row: number): string {
	const at = (column: string) => `Setup!$${column}${row}`
	const first = at(due.first)
	const until = `MIN(${date},${at(due.last)})`
	const everyFewDays = `INT((${until}-${first})/${at(due.stepDays)})+1`
	const termly = `COUNTIFS(${setup.terms},">="&${first},${setup.terms},"<="&${until})`
	const rhythm = at(typedColumns.rhythm)
	return (
		`IF(${date}<${first},0,IF(${rhythm}="Once",1,IF(${until}<${first},0,` +
		`IF(${at(due.stepDays)}>0,${everyFewDays},IF(${rhythm}="Termly",${termly},` +
		`IF(${rhythm}="Monthly",${monthsUpTo(until, first)},0))))))`
	)
}

/**
 * Returns a formula for the day of the week, counted from 0, on which an income or a cost is due. The formula is valid only
 * for weeks in which the amount is due. `monday` is the cell of the week's Monday. Nothing is due twice in a week.
 */
export function dayInWeek(monday: string, row: number): string {
	const at = (column: string) => `Setup!$${column}${row}`
	const [first, step, rhythm] = [at(due.first), at(due.stepDays), at(typedColumns.rhythm)]
	const inMonthOf = (date: string) =>
		`MIN(DATE(YEAR(${date}),MONTH(${date}),DAY(${first})),EOMONTH(${date},0))`
	const monthly = `IF(${inMonthOf(monday)}>=${monday},${inMonthOf(monday)},${inMonthOf(`(${monday}+6)`)})-${monday}`
	const termly = `SMALL(${setup.terms},COUNTIF(${setup.terms},"<"&${monday})+1)-${monday}`
	return `IF(${step}>0,MOD(${first}-${monday},${step}),IF(${rhythm}="Termly",${termly},IF(${rhythm}="Monthly",${monthly},${first}-${monday})))`
}

/** Returns a formula for the number of monthly due days from the first up to a date. In a short month, the 31st means its last day. */
function monthsUpTo(date: string, first: string): string {
	const months = `(YEAR(${date})-YEAR(${first}))*12+MONTH(${date})-MONTH(${first})`
	return `${months}+IF(OR(DAY(${date})>=DAY(${first}),DAY(${date}+1)=1),1,0)`
}
