import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countLine } from './counted-lines.ts'

const term = ([income = '', due = '', aside = '', weeks = '']: readonly string[]) => ({
	'term-in': income,
	'term-due': due,
	'term-aside': aside,
	'term-weeks': weeks,
})
const left = (lines: readonly string[]) => countLine('left', 'term-left', term(lines))
const weekly = (lines: readonly string[]) => countLine('weekly', 'term-weekly', term(lines))

test('counts the guide’s own example of a weekly number', () => {
	expect(left(['£4,204', '2304', '160'])).toEqual({ text: '£1,740', warns: false })
	expect(weekly(['£4,204', '2304', '160', '12'])).toEqual({ text: '£145 a week', warns: false })
})

test.each([
	[['1000', '0', '0', '12'], '£83.33 a week', false],
	[['600', '0', '0', '12'], '£50 a week', false],
	[
		['599.99', '0', '0', '12'],
		'£49.99 a week. Below about £50, a fixed cost has to change or income has to rise.',
		true,
	],
	[
		['100', '200', '0', '4'],
		'−£25 a week. Below about £50, a fixed cost has to change or income has to rise.',
		true,
	],
	[['100', '0', '0', '0'], 'Line 5 needs a whole number of weeks, from 1 to 60.', true],
	[['100', '0', '0', '2.5'], 'Line 5 needs a whole number of weeks, from 1 to 60.', true],
	[['100', '0', '0', 'ten'], 'Line 5 needs a whole number of weeks, from 1 to 60.', true],
	[['100', '0', '0', '1e1'], 'Line 5 needs a whole number of weeks, from 1 to 60.', true],
	[['100', '0', '0', ''], '', false],
	[['100', '', '0', '4'], '', false],
] as const)('the weekly number of %j is “%s”', (lines, text, isWarning) => {
	expect(weekly(lines)).toEqual({ text, warns: isWarning })
})

test.each([
	[['100', '200', '0'], '−£100: more goes out than comes in.'],
	[['about 100', '200', '0'], 'Line 1 isn’t an amount. Type it like 1250 or 87.50.'],
	[['100', '200', '<b>1</b>'], 'Line 3 isn’t an amount. Type it like 1250 or 87.50.'],
	[['100', '-200', '0'], 'Type amounts without a minus; the sheet subtracts.'],
] as const)('what is left of %j warns: %s', (lines, text) => {
	expect(left(lines)).toEqual({ text, warns: true })
})

const week = ([one = '', two = '', voluntary = '']: readonly string[]) =>
	countLine('week', 'hours-3-total', {
		'hours-3-one': one,
		'hours-3-two': two,
		'hours-3-voluntary': voluntary,
	})

test.each([
	['8', '', '', '8 hours', false],
	['7.5', '2,5', '', '10 hours', false],
	['7:30', '', '5', '12.5 hours (too many if your limit is 10)', false],
	['12', '8', '', '20 hours (too many if your limit is 10)', false],
	['12', '8', '0:01', '20.02 hours: 0.02 hours over the 20 of a week in term.', true],
	['16', '6', '', '22 hours: 2 hours over the 20 of a week in term.', true],
	['21', '', '', '21 hours: 1 hour over the 20 of a week in term.', true],
	['', '', '', '', false],
	['7:75', '', '', '“7:75” isn’t a number of hours. Type 7.5 or 7:30.', true],
	['-4', '', '', '“-4” isn’t a number of hours. Type 7.5 or 7:30.', true],
	['8', 'lots', '', '“lots” isn’t a number of hours. Type 7.5 or 7:30.', true],
	['168', '1', '', 'That’s more hours than a week has.', true],
])('the hours “%s”, “%s” and “%s” are “%s”', (one, two, voluntary, text, isWarning) => {
	expect(week([one, two, voluntary])).toEqual({ text, warns: isWarning })
})

test('counts each week by its own fields', () => {
	expect(countLine('week', 'hours-12-total', { 'hours-1-one': '21', 'hours-12-one': '4' }).text).toBe(
		'4 hours',
	)
})

test('warns of every week above 20 hours, and of no other', () => {
	const quarter = fc.integer({ min: 0, max: 4 * 50 }).map((quarters) => quarters / 4)
	fc.assert(
		fc.property(quarter, quarter, quarter, (...hours) => {
			const total = hours.reduce((sum, part) => sum + part, 0)
			expect(week(hours.map(String)).warns).toBe(total > 20)
		}),
	)
})
