import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPounds, penceToPounds, poundsToPence, readPounds } from './money.ts'

const anyPrice = fc.integer({ min: 0, max: 99_999 })

describe('money', () => {
	it('shows pence as pounds', () => {
		expect(formatPounds(1499)).toBe('£14.99')
		expect(formatPounds(599)).toBe('£5.99')
		expect(formatPounds(5)).toBe('£0.05')
		expect(formatPounds(0)).toBe('£0.00')
		expect(formatPounds(99_999)).toBe('£999.99')
	})

	it('shows every price with two decimals', () => {
		fc.assert(
			fc.property(anyPrice, (pence) => {
				const [whole = '', rest = ''] = formatPounds(pence).replace('£', '').split('.')
				expect(Number(whole)).toBe(Math.trunc(pence / 100))
				expect(rest).toBe(String(pence % 100).padStart(2, '0'))
			}),
		)
	})

	it('returns the same pence after conversion to pounds and back', () => {
		fc.assert(
			fc.property(anyPrice, (pence) => {
				expect(poundsToPence(penceToPounds(pence))).toBe(pence)
			}),
		)
	})

	it('returns the same pence after conversion to pounds, JSON and back', () => {
		fc.assert(
			fc.property(anyPrice, (pence) => {
				expect(poundsToPence(JSON.parse(JSON.stringify(penceToPounds(pence))))).toBe(pence)
			}),
		)
	})

	it.each([
		['5', 500],
		['5.00', 500],
		['£14.99', 1499],
		[' £ 14.99 ', 1499],
		['0', 0],
		['007', 700],
		['999999.99', 99_999_999],
	])('reads the typed amount “%s”', (text, pence) => {
		expect(readPounds(text)).toBe(pence)
	})

	it.each([
		'',
		'£',
		'-5',
		'+5',
		'5.5',
		'5.',
		'.50',
		'5.999',
		'1,000',
		'1000000',
		'5 00',
		'££5',
		'5£',
		'1e3',
		'five',
	])('does not read “%s” as an amount', (text) => {
		expect(readPounds(text)).toBeUndefined()
	})

	it('rejects fractions of a penny and values that are not numbers', () => {
		expect(() => formatPounds(14.99)).toThrow(RangeError)
		expect(() => penceToPounds(Number.NaN)).toThrow(RangeError)
		expect(() => poundsToPence(14.999)).toThrow(RangeError)
		expect(() => poundsToPence(Number.POSITIVE_INFINITY)).toThrow(RangeError)
	})
})
