import { dateOf, dayNumber } from './typed-plan.ts'

/**
 * When the loan for living costs is paid, by the nation that pays it. Read on 29 November 2026:
 * gov.uk/student-finance-for-existing-students for England; for Wales the page about help with living costs of
 * studentfinancewales.co.uk; saas.gov.uk/my_money/payments.htm for students who study in Scotland. Northern Ireland's own page could
 * not be read; other guides say that it pays as England does.
 */
export const loanPayments = {
	England: { rhythm: 'Once' },
	Scotland: { rhythm: 'Monthly' },
	Wales: { rhythm: 'Once' },
	'Northern Ireland': { rhythm: 'Once' },
} as const
export type Nation = keyof typeof loanPayments

/** Terms begin on a Monday of these weeks at most universities: the month and the earliest day. */
const termStarts = [
	[1, 8],
	[4, 15],
	[9, 25],
] as const
/** The Scottish agency pays on this day of a month; if it is no working day, shortly before. */
const monthlyDay = 7

/** Returns the days on which a nation pays next, until the academic year ends; of monthly payments only the first. */
export function nextPayments(nation: Nation, today: number): number[] {
	const year = dateOf(today).getUTCFullYear()
	if (loanPayments[nation].rhythm === 'Monthly') {
		const month = dateOf(today).getUTCMonth() + 1
		const days = [month, month + 1].map((next) => dayOf(year, next, monthlyDay))
		return days.filter((day) => day > today).slice(0, 1)
	}
	const days = [year, year + 1].flatMap((of) =>
		termStarts.map(([month, date]) => mondayFrom(dayOf(of, month, date))),
	)
	const ahead = days.filter((day) => day > today)
	const end = ahead.findIndex((day) => dateOf(day).getUTCMonth() === 8)
	// In summer, the next instalment is that of September.
	return end > 0 ? ahead.slice(0, end) : ahead.slice(0, termStarts.length)
}

/** Returns the last day on which a payment that comes every month is certain: the end of May. */
export function endOfPayments(first: number): number {
	const [year, month] = [dateOf(first).getUTCFullYear(), dateOf(first).getUTCMonth()]
	return dayOf(month < 5 ? year : year + 1, 5, 31)
}

/** Returns a day number. Months count from 1, and month 13 is the next January. */
function dayOf(year: number, month: number, date: number): number {
	return dayNumber(new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10))
}

function mondayFrom(day: number): number {
	return day + ((8 - dateOf(day).getUTCDay()) % 7)
}
