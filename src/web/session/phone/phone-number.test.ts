import { expect, test } from 'vitest'
import { readNumber, showNumber } from './phone-number.ts'

test('a number can be typed in any format, but without a country code only if the shop texts UK numbers', () => {
	const uk = '447700900123'
	for (const typed of [
		'07700 900123',
		'+44 7700 900 123',
		'0044 7700-900123',
		'+44 (0)7700 900123',
		'(07700) 900.123',
	])
		expect([typed, readNumber(typed, true)]).toEqual([typed, uk])
	expect(readNumber('+353 86 123 4567', false)).toBe('353861234567')
	expect(readNumber('07700 900123', false)).toBeNull()
	for (const typed of [
		'',
		'7700 900123',
		'+0 7700',
		'call me',
		'0770',
		'+44 7700 900123 ext 4',
		'+4477009001234567',
	])
		expect([typed, readNumber(typed, true)]).toEqual([typed, null])
	expect(showNumber(uk)).toBe('+44 7700 900123')
	expect(showNumber('353861234567')).toBe('+353861234567')
})
