import { formatPounds } from '#shared/money.ts'
import { withoutAnswer } from '#shared/planner/answers.ts'
import type { Fault, Field, Place } from '#shared/planner/problem.ts'
import { amountText } from '#shared/planner/typed-amount.ts'
import { dateOf, type Typed, type TypedPlan } from '#shared/planner/typed-plan.ts'
import type { BankVerdict, Verdict } from '#shared/planner/verdict.ts'

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats a day number as "2 Nov". */
export function dayWords(day: Typed): string {
	return typeof day === 'number' ? shortDay.format(dateOf(day)) : ''
}

/** Formats what is in the field of an amount; as it was typed, if it isn't an amount. */
export function amountWords(amount: Typed): string {
	return typeof amount === 'number' ? formatPounds(Math.round(amount * 100)) : amountText(amount)
}

/** Why something can't be counted, or what to ask about it. */
export const faultWords: Readonly<Record<Fault, string>> = {
	nothing: 'nothing typed yet',
	notDate: 'that isn’t a date',
	notMonday: 'that isn’t a Monday',
	whichYear: 'which year?',
	planWeeks: 'it needs a whole number from 1 to 52',
	notNumber: 'that isn’t an amount',
	tooMuch: 'more than £40,000?',
	below: 'it can’t be below zero',
	twice: 'two in the same week',
	noName: 'it needs a name',
	noAmount: 'it needs an amount',
	amountText: 'its amount isn’t a number',
	noRhythm: 'how often?',
	rhythmUnknown: 'how often isn’t in the list',
	noFirst: 'it needs a first date',
	firstText: 'its first date isn’t a date',
	lastText: 'its last date isn’t a date',
	lastEarly: 'it ends before it begins',
	noAnswer: 'does it have to last until the next?',
	notTerm: 'its first date isn’t a first day of term',
	neverDue: 'it’s never due within the plan',
	noTarget: 'it needs a target',
	targetText: 'its target isn’t a number',
	savedText: 'what’s saved isn’t a number',
	fromWhich: 'from which week?',
	byWhich: 'by which week?',
	weeksReversed: 'it ends before it begins',
	notInPlan: 'that week is after the plan’s end',
	categoryName: 'a name can’t have *, ? or ~ in it',
	categoryTwice: 'two have the same name',
	noDate: 'it needs a date',
	dateText: 'its date isn’t a date',
	outside: 'that’s outside the plan',
	noCategory: 'on what?',
	categoryUnknown: 'its category isn’t in the list',
	future: 'it’s dated after today',
	sameAsAbove: 'it’s the same as a line above. Is it in twice?',
	inBalance: 'is it in the opening balance as well?',
	tooOften: 'is it really so much so often?',
	zero: 'is it really £0?',
	onlyOnce: 'is it really paid only once?',
	endsEarly: 'does it really end before the plan does?',
	startsLate: 'does it really start that late?',
	nothingFixed: 'no rent or bills that come again and again?',
	asMoneyIn: 'as much came back as under money in. Is it counted there too?',
	moreBack: 'more came back than was spent. Are the signs turned?',
}

const fields: Readonly<Record<Field, string>> = {
	firstMonday: 'The first Monday',
	lastWeek: 'How many weeks',
	starting: 'In the account at the start',
	terms: 'Term dates',
	floor: 'Never below',
	categories: 'Names for spending',
	fixed: 'Fixed costs',
	showWeek: 'The week to show',
	bank: 'The bank’s balance',
	bankDate: 'The day of the balance',
}
const nameless = { income: 'A line of money in', costs: 'A fixed cost', goals: 'A savings goal' } as const

export function placeWords(place: Place, plan: TypedPlan): string {
	switch (place.of) {
		case 'field':
			return fields[place.field]
		case 'pay':
			return `What came in during week ${place.week}`
		case 'week':
			return `Spending in week ${place.week}`
		case 'category':
			return `Spending on ${place.category}`
		case 'spending':
			return paymentWords(plan, place.row)
		default:
			return withoutAnswer(place.name) || nameless[place.of]
	}
}

function paymentWords({ spending }: TypedPlan, row: number): string {
	const { date, category, note } = spending.find((payment) => payment.row === row) ?? {}
	const what = withoutAnswer(note ?? null) || String(category ?? '').trim()
	return ['Payment', what && `“${what}”`, typeof date === 'number' ? `of ${dayWords(date)}` : '']
		.filter(Boolean)
		.join(' ')
}

export function verdictWords(verdict: Verdict, plan: TypedPlan): string {
	switch (verdict.kind) {
		case 'ended':
			return 'This plan has ended. Begin the next one below, under “Your numbers”.'
		case 'notBegun':
			return 'The plan hasn’t begun. This is its first week.'
		case 'bankBelow':
			return 'The bank shows less than £0, so nothing is safe to spend until money arrives.'
		case 'bankBelowFloor':
			return `The bank shows less than ${amountWords(plan.floor)}, so nothing is safe to spend until money arrives.`
		case 'bankLess':
			return 'The bank shows less than the plan, so no more than that is safe.'
		case 'short':
			return 'Nothing is safe to spend this week: until the next money there isn’t enough.'
		case 'belowZero':
			return 'The plan goes below zero: see the weeks marked under “Weeks”.'
		case 'belowFloor':
			return `The plan goes below ${amountWords(plan.floor)}: see the weeks marked under “Weeks”.`
		case 'over':
			return 'You’ve spent more than this week allows. It comes off next week.'
		case 'held':
			return 'Held down to what the account can bear: the rest arrives later.'
		case 'fine':
			return 'You’re inside the plan.'
		case 'emptyWeeks':
			return verdict.count === 1
				? 'Nothing is typed for one earlier week, so it counts as its weekly number.'
				: `Nothing is typed for ${verdict.count} earlier weeks, so each counts as its weekly number.`
		case 'sameTwice':
			return `${paymentWords(plan, verdict.row)} is in twice. Did you type it twice?`
		case 'asMuchAsCost':
			return `${paymentWords(plan, verdict.row)} is as much as ${withoutAnswer(verdict.name)}, a fixed cost. Is it counted twice?`
		default:
			return verdict satisfies never
	}
}

export function bankWords(verdict: BankVerdict, plan: TypedPlan): string {
	switch (verdict.kind) {
		case 'agree':
			return 'The bank and the plan agree.'
		case 'savings':
			return 'Just what you set aside: are the savings still in this account?'
		case 'costNotTaken':
			return `As much as ${withoutAnswer(verdict.name)}: not taken yet?`
		case 'paymentNotTaken':
			return `${paymentWords(plan, verdict.row)} is as much: not taken yet, or typed twice?`
		case 'more':
			return 'The bank has more: something isn’t taken yet, or is typed twice.'
		case 'notArrived':
			return `As much as ${withoutAnswer(verdict.name)}: not arrived yet?`
		case 'costTakenTwice':
			return `As much as ${withoutAnswer(verdict.name)}: taken twice?`
		case 'less':
			return 'The bank has less: a payment isn’t typed, or money hasn’t arrived.'
		default:
			return verdict satisfies never
	}
}
