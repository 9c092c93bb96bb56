import { asAnswered } from './answers.ts'
import { rooms, spendingCategories } from './choices.ts'
import { endOfPayments, loanPayments, type Nation, nextPayments } from './loan-payments.ts'
import { dateOf, type Typed, type TypedDue, type TypedPlan } from './typed-plan.ts'

/** The answers to the five questions that begin a plan. An amount that is missing means that there is none. */
export interface FirstAnswers {
	/** In the account now. */
	balance: Typed
	/** The last day of the plan. */
	until: Typed
	/** Who pays the loan. */
	nation: Nation | null
	/** Money that has to last until the next, such as loan instalments. */
	lumps: readonly Regular[]
	wages: Regular
	rent: Regular
	bills: Regular
}
export interface Regular {
	amount: Typed
	rhythm: Typed
	/** When it is due next. */
	first: Typed
}

/** Returns the Monday of the week that a day is in. */
export function mondayOf(day: number): number {
	return day - ((dateOf(day).getUTCDay() + 6) % 7)
}

/** Suggests answers: until the next end of June, with rent and bills on the first of the month. */
export function suggestedAnswers(today: number): FirstAnswers {
	const date = dateOf(today)
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
	const june = dayAt(year, 5, 30)
	const firstOfMonth = dayAt(year, month + 1, 1)
	return {
		balance: null,
		until: june > today + 28 ? june : dayAt(year + 1, 5, 30),
		nation: null,
		lumps: [{ amount: null, rhythm: 'Once', first: null }],
		wages: { amount: null, rhythm: 'Weekly', first: today + 7 },
		rent: { amount: null, rhythm: 'Monthly', first: firstOfMonth },
		bills: { amount: null, rhythm: 'Monthly', first: firstOfMonth },
	}
}

function dayAt(year: number, month: number, date: number): number {
	const epoch = dateOf(0).getTime()
	return (Date.UTC(year, month, date) - epoch) / (24 * 60 * 60 * 1000)
}

/** Suggests the next instalments of the academic year, as that nation pays them. */
export function suggestedLumps(nation: Nation | null, today: number): FirstAnswers['lumps'] {
	const none = { amount: null, rhythm: 'Once', first: null }
	if (nation === null) return [none]
	return nextPayments(nation, today).map((first) => ({
		amount: null,
		rhythm: loanPayments[nation].rhythm,
		first,
	}))
}

/** Makes a plan that begins this Monday. What it can't count is named by its checks, like anything typed later. */
export function planFrom(
	{ balance, until, nation, lumps, wages, rent, bills }: FirstAnswers,
	today: number,
): TypedPlan {
	const firstMonday = mondayOf(today)
	const weeks = typeof until === 'number' ? Math.ceil((until - firstMonday + 1) / 7) : until
	const used = lumps.filter(({ amount }) => amount !== null)
	return {
		firstMonday,
		lastWeek: typeof weeks === 'number' ? Math.min(rooms.weeks, weeks) : weeks,
		starting: balance,
		terms: [],
		floor: null,
		showWeek: null,
		bank: null,
		bankDate: null,
		income: numbered([
			...used.map((lump) => ({
				...due(lumpName(lump.first), lump),
				...lastOf(lump, nation),
				stretch: 'Yes',
			})),
			{ ...due('Wages or from home', wages), stretch: 'No' },
		]),
		costs: numbered([due('Rent', rent), due('Bills and phone', bills)]),
		goals: [],
		pay: [],
		categories: [...spendingCategories],
		spending: [],
	}
}

/** Payments of every month end with the academic year. How much and how often has been asked, so it isn't asked again. */
function lastOf({ rhythm, first }: Regular, nation: Nation | null): Partial<TypedDue> {
	if (nation === null || rhythm !== 'Monthly' || typeof first !== 'number') return {}
	return { name: asAnswered('Loan and bursary'), last: endOfPayments(first) }
}

function lumpName(first: Typed): string {
	const month =
		typeof first === 'number'
			? dateOf(first).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
			: ''
	return ['Loan', month].filter(Boolean).join(', ')
}

function due(name: string, { amount, rhythm, first }: Regular): Omit<TypedDue, 'row'> {
	return { name, amount, rhythm, first, last: null, stretch: null }
}

function numbered(rows: readonly Omit<TypedDue, 'row'>[]): TypedDue[] {
	return rows.filter(({ amount }) => amount !== null).map((entry, index) => ({ row: index + 1, ...entry }))
}
