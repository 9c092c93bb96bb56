import { expect, test } from 'vitest'
import { isReceipt, typedAddress } from './typed-names.ts'

test.each([
	...['HS-000042', 'hs-000042', 'HS-42', 'hs42', 'hs 42', 'HS  000042', 'ＨＳ–４２', 'HS‑000042'],
	...[
		'000042',
		'#000042',
		'#HS-000042',
		'HS-000042.',
		'(HS-000042)',
		'Receipt no. HS-000042',
		'Receipt HS-42, please',
	],
])('%s names the receipt HS-000042', (text) => {
	expect(isReceipt(text).values).toEqual(['42'])
})

test.each([
	...['42', '0042', '', 'HS', 'HS-', 'HS-42a', 'oHS-42', 'HS-42 or HS-43', '000000x', 'hs-ada@student.test'],
])('%j names no receipt', (text) => {
	expect(isReceipt(text).values).toEqual([null])
})

test.each([
	...['ada+uk@student.test', ' Ada+UK@Student.test ', '<ada+uk@student.test>', 'mailto:ada+uk@student.test'],
	...[
		'Ada Byron <ada+uk@student.test>',
		'"Byron, Ada" <ada+uk@student.test>,',
		'ada+uk@student.test;',
		'ada+uk@student.test.',
	],
])('%s is the address ada+uk@student.test', (text) => {
	expect(typedAddress(text)).toBe('ada+uk@student.test')
})

test.each(['ada', 'ada byron', 'ada+', '+1.', '@student.test', "o'brien", 'ada@', 'ada uk@student.test'])(
	'the part %s of an address or name stays as it was typed',
	(text) => {
		expect(typedAddress(text)).toBe(text)
	},
)
