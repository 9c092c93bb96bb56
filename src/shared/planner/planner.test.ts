import { expect, test } from 'vitest'
import { answered, asAnswered, nextRow, withoutAnswer } from './answers.ts'
import { categoryOf, readBankLines } from './bank-lines.ts'
import { problemsIn } from './checks.ts'
import { rooms, spendingCategories } from './choices.ts'
import { exampleYear } from './example-year.ts'
import { mondayOf, planFrom, suggestedAnswers, suggestedLumps } from './first-plan.ts'
import { reasonToLeaveOut } from './leave-out.ts'
import { typedPlan } from './plan-data.ts'
import { readSavedPlan, savedText } from './saved-plan.ts'
import { amountText, readAmount } from './typed-amount.ts'
import { dayNumber, type TypedPlan } from './typed-plan.ts'
import { calculatePlan } from './weeks.ts'

const today = dayNumber('2026-11-06')
const example = typedPlan({ ...exampleYear, showWeek: null })

test.each([
	['4.20', 4.2],
	['£1,250', 1250],
	['£ 12.5', 12.5],
	['4,20', 4.2],
	['1 250.00', 1250],
	['−80', -80],
	['-80', -80],
	['-0', 0],
	[' ', null],
	['12.', 12],
	['twelve', 'twelve'],
	['1e5', '1e5'],
	['1.2.3', '1.2.3'],
	['1,25,0', '1,25,0'],
])('reads %j as %j', (text, amount) => {
	expect(readAmount(text)).toBe(amount)
	expect(readAmount(amountText(amount))).toBe(amount)
})

test('five answers make a plan that has a number', () => {
	const suggested = suggestedAnswers(today)
	const plan = planFrom(
		{
			...suggested,
			balance: 640,
			lumps: [{ amount: 1900, rhythm: 'Once', first: dayNumber('2027-01-11') }],
			rent: { ...suggested.rent, amount: 450 },
			wages: { ...suggested.wages, amount: 80 },
		},
		today,
	)
	expect(plan.firstMonday).toBe(dayNumber('2026-11-02'))
	expect(plan.lastWeek).toBe(35)
	expect([...plan.income, ...plan.costs].map(({ row, name }) => [row, name])).toEqual([
		[1, 'Loan, January'],
		[2, 'Wages or from home'],
		[1, 'Rent'],
	])
	const result = calculatePlan(plan, today)
	expect(result.problems).toEqual([])
	// £640 and nine wages of £80 until 10 January, less two rents of £450, make £460 for ten weeks.
	expect(result.isKnown && result.figures.now.weeklyNumberPence).toBe(4_600)
})

test('what the five answers leave open is asked, and a plan is never longer than a year', () => {
	const empty = planFrom({ ...suggestedAnswers(today), balance: null, until: null }, today)
	expect(problemsIn(empty, today).map(({ fault }) => fault)).toEqual(['nothing', 'nothing'])
	expect(planFrom({ ...suggestedAnswers(today), until: today + 1000 }, today).lastWeek).toBe(rooms.weeks)
})

test.each([
	['England', '2026-11-06', ['2027-01-11', '2027-04-19']],
	['Wales', '2027-07-01', ['2027-09-27', '2028-01-10', '2028-04-17']],
	['Northern Ireland', '2027-01-11', ['2027-04-19']],
	['Scotland', '2026-12-07', ['2027-01-07']],
	[null, '2026-11-06', [null]],
] as const)('suggests when %s pays after %s', (nation, day, expected) => {
	expect(suggestedLumps(nation, dayNumber(day)).map(({ first }) => first)).toEqual(
		expected.map((iso) => (iso === null ? null : dayNumber(iso))),
	)
})

test('monthly payments of Scotland end with the academic year, and nothing is asked about them', () => {
	const answers = { ...suggestedAnswers(today), balance: 300, nation: 'Scotland' as const }
	const lumps = suggestedLumps('Scotland', today).map((lump) => ({ ...lump, amount: 1140 }))
	const rent = { ...answers.rent, amount: 450 }
	const plan = planFrom({ ...answers, lumps, rent }, today)
	expect(plan.income).toMatchObject([
		{ rhythm: 'Monthly', first: dayNumber('2026-11-07'), last: dayNumber('2027-05-31'), stretch: 'Yes' },
	])
	expect(problemsIn(plan, today)).toEqual([])
})

test.each(['2026-11-02', '2026-11-05', '2026-11-08'])('the week of %s begins on 2 November', (day) => {
	expect(mondayOf(dayNumber(day))).toBe(dayNumber('2026-11-02'))
})

test('every question can be answered, and then is not asked again', () => {
	const rent = example.costs[0]
	if (rent === undefined) throw new Error('the example has rent')
	const refund = { row: 90, date: today, category: 'Course', amount: -20, note: null }
	const plans: Partial<TypedPlan>[] = [
		{ costs: [{ ...rent, amount: 0 }] },
		{ costs: [] },
		{ spending: [refund] },
		{ spending: [{ ...refund, amount: -15 }] },
		{ income: [...example.income, ...example.income.slice(0, 1).map((row) => ({ ...row, row: 99 }))] },
	]
	for (const changes of plans) {
		let plan: TypedPlan = { ...example, ...changes }
		const asked = problemsIn(plan, today)
		expect(asked.length).toBeGreaterThan(0)
		for (const problem of asked) plan = answered(plan, problem) ?? plan
		expect(problemsIn(plan, today)).toEqual([])
	}
})

test('what can’t be counted has no answer but to mend it', () => {
	const plan = { ...example, starting: 'a lot', costs: example.costs.map((row) => ({ ...row, first: null })) }
	for (const problem of problemsIn(plan, today)) expect(answered(plan, problem)).toBeNull()
})

test('the answer doesn’t show in the name', () => {
	expect(asAnswered('Rent')).toBe('OK Rent')
	expect(asAnswered('ok, Rent')).toBe('ok, Rent')
	expect([withoutAnswer('ok, Rent'), withoutAnswer('Rent'), withoutAnswer(null)]).toEqual([
		'Rent',
		'Rent',
		'',
	])
	expect([nextRow([]), nextRow([{ row: 7 }, { row: 3 }])]).toEqual([1, 8])
})

test('a saved plan is read back, and nothing else is', () => {
	expect(readSavedPlan(savedText(example))).toEqual(example)
	const saved = JSON.parse(savedText(example))
	const other = (plan: object) => JSON.stringify({ ...saved, plan: { ...example, ...plan } })
	const [payment] = example.spending
	for (const text of [
		'',
		'null',
		'[]',
		'{"format":"headstart-planner"}',
		JSON.stringify({ ...saved, version: 2 }),
		other({ costs: 'none' }),
		other({ starting: { valueOf: 1 } }),
		other({ starting: 'x'.repeat(201) }),
		other({ starting: 1e300 }),
		other({ spending: [payment, payment] }),
		other({ spending: Array.from({ length: 1501 }, (_, row) => ({ ...payment, row: row + 1 })) }),
	])
		expect(readSavedPlan(text), text.slice(0, 80)).toBeNull()
})

test('a plan that was saved before it could have a limit, pay or names has none of its own', () => {
	const { floor: _, pay: __, categories: ___, ...before } = example
	const saved = JSON.stringify({ ...JSON.parse(savedText(example)), plan: before })
	expect(readSavedPlan(saved)).toEqual({ ...example, floor: null, pay: [], categories: spendingCategories })
})

test('a plan of the first questions is saved as it is read back, because accounts compare the texts', () => {
	const text = savedText(planFrom(suggestedAnswers(today), today))
	const read = readSavedPlan(text)
	expect(read && savedText(read)).toBe(text)
})

test('a saved plan of a newer version keeps what is known', () => {
	const saved = { ...JSON.parse(savedText(example)), colour: 'green' }
	expect(readSavedPlan(JSON.stringify(saved))).toEqual(example)
})

test.each([
	['a CSV file with headings', 'Date,Description,Amount,Balance\n05/11/2026,"TESCO, YORK",-12.30,500.00'],
	['money out and in', 'Date;Type;Details;Money out;Money in\n05-11-26;Card;TESCO, YORK;12.30;'],
	[
		'debit and credit amounts',
		'Transaction Date,Transaction Description,Debit Amount,Credit Amount\n05/11/2026,"TESCO, YORK",12.30,',
	],
	['tabs', '5 Nov 2026\tTESCO, YORK\t−£12.30\t£500.00'],
	['a line of words', '5 Nov TESCO, YORK -12.30'],
	['several spaces', '2026-11-05   TESCO, YORK   12.30 DR'],
	['a day of the week', 'Thursday, 5 November 2026\tTESCO, YORK\t(12.30)'],
])('reads a bank’s line from %s', (_, pasted) => {
	expect(readBankLines(pasted, today)).toEqual({
		lines: [{ day: dayNumber('2026-11-05'), text: 'TESCO, YORK', pence: -1230 }],
		unread: [],
		isSpentBelowZero: true,
	})
})

test('a list with what was spent above zero is recognised, and what can’t be read is named', () => {
	const { lines, unread, isSpentBelowZero } = readBankLines(
		'05/11/2026\tTesco\t12.30\n31/02/2026\tNever\t1.00\n04/11/2026\tRefund\t-3.00\n03/11/2026\tBus\t2.00\nhello',
		today,
	)
	expect(lines.map(({ pence }) => pence)).toEqual([1230, -300, 200])
	expect(unread).toEqual(['31/02/2026\tNever\t1.00', 'hello'])
	expect(isSpentBelowZero).toBe(false)
})

test('markup in a bank’s line is text, and of a very long line only the beginning is read', () => {
	const [line] = readBankLines('05/11/2026\t<script>alert(1)</script>\t1.00', today).lines
	expect(line?.text).toBe('<script>alert(1)</script>')
	const { lines, unread } = readBankLines(
		`05/11/2026 ${'a '.repeat(50_000)} 1.00\n${','.repeat(50_000)}`,
		today,
	)
	expect(lines).toEqual([])
	expect(unread.map(({ length }) => length)).toEqual([400, 400])
})

test.each([
	['TESCO STORES', 'Food'],
	['Nando’s York', 'Going out'],
	['TfL travel charge', 'Travel'],
	['Someone', 'Other'],
] as const)('suggests a category for %s', (text, category) => {
	expect(categoryOf(text, spendingCategories)).toBe(category)
	expect(categoryOf(text, ['Gym', 'All else'])).toBe('All else')
})

test.each([
	[1980, '2026-11-03', 'same'],
	[1981, '2026-11-03', null],
	[-500, '2026-11-03', 'moneyIn'],
	[0, '2026-11-03', 'zero'],
	[1000, '2026-11-07', 'future'],
	[1000, '2026-09-27', 'outside'],
	[52_000, '2026-11-02', 'fixed'],
] as const)('of a bank’s line of %d pence on %s it says %s', (pence, day, reason) => {
	expect(reasonToLeaveOut({ day: dayNumber(day), text: '', pence }, example, today)).toBe(reason)
})
