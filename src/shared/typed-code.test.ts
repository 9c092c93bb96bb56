import { expect, test } from 'vitest'
import { digitsPattern, typedCode } from '#shared/typed-code.ts'

// As browsers apply the pattern of a field.
const fitsField = (typed: string) => new RegExp(`^(?:${digitsPattern})$`, 'v').test(typed)

test.each([
	['123456'],
	[' 123 456 '],
	['123-456'],
	['12-34-56'],
	['123–456'],
	['123—456'],
	['123‑456'],
	['123−456'],
	['123\u00a0456'],
	['123\u202f456'],
	['1\u20092\u20093456'],
	['\u200e123456\u200f'],
	['\ufeff123456'],
	['\u2066123\u2069456'],
	['１２３４５６'],
	['１２３－４５６'],
	['１２３ー４５６'],
	['１２３ｰ４５６'],
	['１２３\u3000４５６'],
	['١٢٣٤٥٦'],
	['١٢٣-٤٥٦'],
	['۱۲۳۴۵۶'],
	['१२३४५६'],
	['১২৩৪৫৬'],
	['၁၂၃၄၅၆'],
	['๑๒๓๔๕๖'],
	['𝟏𝟐𝟑𝟒𝟓𝟔'],
	['𝟭𝟮𝟯𝟰𝟱𝟲'],
	['𞥑𞥒𞥓𞥔𞥕𞥖'],
	['1２٣४५6'],
])('%j is the code 123456', (typed) => {
	expect(typedCode(typed)).toBe('123456')
	expect(fitsField(typed)).toBe(true)
})

test('the digits of every script count from zero to nine', () => {
	const digits = Array.from({ length: 0x110000 }, (_, place) => place)
		.filter((place) => place < 0xd800 || place > 0xdfff)
		.map((place) => String.fromCodePoint(place))
		.filter((character) => /\p{Nd}/u.test(character))
	expect(digits.length).toBeGreaterThan(600)
	expect(digits.map(typedCode).join('')).toBe('0123456789'.repeat(digits.length / 10))
})

test.each(['', '12345', '12345678901', '12345a', '------', '123.456', '½½½½½½', '一二三四五六', 'abcdef'])(
	'%j is no code of digits',
	(typed) => {
		expect(fitsField(typed)).toBe(false)
	},
)

test('a recovery code may be typed in capitals, in groups and in wide letters', () => {
	for (const typed of ['ab2c-d3ef', 'AB2C D3EF', 'ＡＢ２Ｃ－Ｄ３ＥＦ', ' Ab2c–d3ef\u00a0', 'ab٢cd٣ef'])
		expect(typedCode(typed)).toBe('ab2cd3ef')
})
