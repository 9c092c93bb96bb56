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

const rule = (kind: 'go' | 'again' | 'stop', visitors: string, oneIn: string) =>
	countLine(kind, `rule-${kind}`, { 'rule-visitors': visitors, 'rule-one-in': oneIn })

test.each([
	[20, [0, 10], [3, 17]],
	[10, [4, 16], [11, 29]],
	[5, [12, 28], [28, 52]],
	[4, [16, 34], [37, 63]],
] as const)('the rule for one in %d agrees with the guide’s table', (oneIn, ofHundred, ofTwoHundred) => {
	for (const [visitors, [stop, go]] of [
		[100, ofHundred],
		[200, ofTwoHundred],
	] as const) {
		expect(rule('stop', `${visitors}`, `${oneIn}`).text).toMatch(new RegExp(`^${stop} of ${visitors} `))
		expect(rule('again', `${visitors}`, `${oneIn}`).text).toBe(`${stop + 1} and ${go - 1}`)
		expect(rule('go', `${visitors}`, `${oneIn}`).text).toMatch(new RegExp(`^${go} of ${visitors} `))
	}
})

test('says when visitors are too few to go on or to stop, and asks for numbers', () => {
	expect(rule('stop', '30', '10')).toEqual({
		text: '30 visitors are too few: even none could be bad luck.',
		warns: true,
	})
	expect(rule('again', '30', '10').text).toBe('0 and 6')
	expect(rule('go', '3', '2')).toEqual({
		text: '3 visitors are too few: even if all leave one, it could be luck.',
		warns: true,
	})
	expect(rule('go', '', '10').text).toBe('')
	expect(rule('go', 'many', '10').text).toBe('The visitors need a whole number, such as 200.')
	expect(rule('go', '200', '0.5').text).toBe('“One in how many” needs a number above 1, such as 10.')
	expect(rule('stop', '200', 'ten').text).toBe('')
})

test('for any number of visitors, stopping ends below the line and going on begins above it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 2, max: 200 }), (visitors, oneIn) => {
			const [stop, go] = (['stop', 'go'] as const).map((kind) => rule(kind, `${visitors}`, `${oneIn}`))
			if (stop?.warns === false) expect(Number.parseInt(stop.text, 10)).toBeLessThan(visitors / oneIn)
			if (go?.warns === false) expect(Number.parseInt(go.text, 10)).toBeGreaterThan(visitors / oneIn)
		}),
	)
})
