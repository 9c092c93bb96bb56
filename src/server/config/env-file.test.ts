import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseEnvFile } from './env-file.ts'

const parse = (text: string | Uint8Array) =>
	parseEnvFile(typeof text === 'string' ? Buffer.from(text) : text, '.env')

test.each([
	['NAME=value', 'value'],
	['  NAME = value  ', 'value'],
	['export NAME=value', 'value'],
	['NAME=', ''],
	['NAME=""', ''],
	["NAME=''  ", ''],
	['NAME="12 High Street, Flat #4, Leeds"', '12 High Street, Flat #4, Leeds'],
	['NAME=\'Ada "the first" <a@b.test>\'', 'Ada "the first" <a@b.test>'],
	['NAME=`it\'s "so"`', 'it\'s "so"'],
	['NAME="a" # why', 'a'],
	['NAME="  a  "', '  a  '],
	['NAME="one\\ntwo"', 'one\ntwo'],
	["NAME='one\\ntwo'", 'one\\ntwo'],
	['NAME="one\ntwo"', 'one\ntwo'],
	['NAME=smtp://u:p#s@mail.test', 'smtp://u:p#s@mail.test'],
	['NAME=a=b=c', 'a=b=c'],
	['NAME=Ada "the first" <a@b.test>', 'Ada "the first" <a@b.test>'],
	['NAME={"a":"b"}', '{"a":"b"}'],
	[
		'NAME="-----BEGIN KEY-----\nMIIB+A/\nQUJDRA==\nAB=\n-----END KEY-----"',
		'-----BEGIN KEY-----\nMIIB+A/\nQUJDRA==\nAB=\n-----END KEY-----',
	],
	['NAME={\n', '{'],
	['NAME=فروشگاه\u200cهای آدا \u{1f469}\u200d\u{1f4bb}', 'فروشگاه\u200cهای آدا \u{1f469}\u200d\u{1f4bb}'],
	['# NAME=other\n\nNAME=value\r\n#end', 'value'],
])('%j is read whole', (text, value) => {
	expect(parse(text)).toEqual({ NAME: value })
	expect(parse(text.replaceAll('\n', '\r\n'))).toEqual({ NAME: value })
})

describe('what could be read in two ways is an error with its line', () => {
	test.each([
		['a # after a space', 'TRADER_ADDRESS=12 High Street, Flat #4, Leeds', /TRADER_ADDRESS has a #/],
		['a comment after a value', 'PORT=3000 # usual', /PORT has a #/],
		['a # after a tab', 'NAME=a\t#b', /NAME has a #/],
		['a value that begins with #', 'COLOUR=#fff', /COLOUR has a #/],
		['text after double quotes', 'MAIL_FROM="Ada" <a@b.test>', /MAIL_FROM has text after the closing "/],
		['text after single quotes', "NAME='a'b", /NAME has text after the closing '/],
		['a # straight after quotes', 'NAME="a"#b', /NAME has text after the closing "/],
		['an escaped quote', 'NAME="a \\"b\\" c"', /NAME has text after the closing "/],
		['an unclosed quote', 'NAME="a', /NAME has no closing "/],
		['an unclosed single quote', "NAME='it", /NAME has no closing '/],
		['no equals sign', 'NAME value', /is not of the form NAME=value/],
		['a colon', 'NAME: value', /is not of the form NAME=value/],
		['an empty name', '=value', /is not of the form NAME=value/],
		['an invisible character before the name', '\u200bNAME=value', /is not of the form NAME=value/],
		[
			'a quote that only a later setting closes',
			'TRADER_NAME="Ada\nTRADER_ADDRESS=12 High Street\nMAIL_FROM=a@b.test"',
			/^\.env, line 3: TRADER_NAME has no closing " before line 4, which looks like another setting$/m,
		],
		[
			'an invisible space',
			'STRIPE_SECRET_KEY=sk_live_abc\u200b',
			/STRIPE_SECRET_KEY contains an invisible character \(U\+200B\)/,
		],
		['a mark of direction', 'NAME=\u200eabc', /U\+200E/],
		['a soft hyphen', 'NAME="a\u00adb"', /U\+00AD/],
		['a byte order mark in the middle', 'NAME=a\ufeffb', /U\+FEFF/],
		['a line separator', 'NAME=a\u2028B=2', /U\+2028/],
		['a control character', 'NAME=a\u0007', /U\+0007/],
		['typographic quotes', 'NAME=“Ada”', /NAME begins with a typographic quotation mark/],
	])('%s', (_what, line, says) => {
		expect(() => parse(`A=1\n\n${line}`)).toThrow(/^\.env, line 3: /)
		expect(() => parse(`A=1\r\n\r\n${line}`)).toThrow(says)
	})

	test('a name that is set twice', () => {
		expect(() => parse('A=1\nB=2\n\nA=1')).toThrow('.env, line 4: A is set already in line 1')
	})

	test('several errors are reported together, each with its line, also after a value of several lines', () => {
		expect(() => parse('A="1\n2"\nB=x #y\nC')).toThrow(
			/^\.env, line 3: B has a #.*\n\.env, line 4: is not of the form NAME=value$/,
		)
	})

	test('a byte order mark, and other encodings', () => {
		expect(() => parse('\ufeffA=1')).toThrow('.env, line 1: begins with a byte order mark')
		expect(() => parse(Buffer.from('\ufeffA=1', 'utf16le'))).toThrow('is not UTF-8')
		expect(() => parse(Buffer.from('A=1', 'utf16le'))).toThrow('is not UTF-8')
		expect(() => parse(Buffer.from('A=caf\xe9', 'latin1'))).toThrow('is not UTF-8')
	})
})

test('what is not an error is read as Node reads it, except that it cuts nothing off', () => {
	const text = 'A=1\nB = two words \nC="x y"\nD=\'x\'\nE=\nexport F=`z`\nG="1\n2"\n'
	expect(parse(text)).toEqual(parseEnv(text))
})
