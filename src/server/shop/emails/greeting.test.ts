import { expect, test } from 'vitest'
import { greetingOf } from '#server/shop/emails/write-mail.ts'

test.each([
	[{ display_name: 'Priya Natarajan' }, 'Hello Priya,'],
	[{ display_name: '  Zoë  ' }, 'Hello Zoë,'],
	[{ full_name: 'O’Neill Shannon' }, 'Hello O’Neill,'],
	[{ display_name: "D'Arcy" }, "Hello D'Arcy,"],
	[{ display_name: 'Anne-Marie Smith' }, 'Hello Anne-Marie,'],
	[{ display_name: ' ', full_name: 'Sam Lee' }, 'Hello Sam,'],
	[{ display_name: '李小龙' }, 'Hello 李小龙,'],
	[{ display_name: 'प्रिया शर्मा' }, 'Hello प्रिया,'],
	[{ display_name: 'نور الهدى' }, 'Hello نور,'],
	[{ display_name: 'می\u200cترا' }, 'Hello می\u200cترا,'],
])('%j is greeted as "%s"', (metadata, greeting) => {
	expect(greetingOf(metadata)).toBe(greeting)
})

test.each([
	['no metadata', undefined],
	['no name', {}],
	['names that are not text', { display_name: 7, full_name: ['Sam'] }],
	['a URL', { display_name: 'http://evil.example' }],
	['a host name', { display_name: 'evil.example says hello' }],
	['a host name with a full-width dot', { display_name: 'evil．example' }],
	['an email address', { display_name: 'sam@evil.example' }],
	['a phone number', { display_name: '07700900123' }],
	['a script', { display_name: '<script>alert(1)</script>' }],
	['500 letters', { display_name: 'x'.repeat(500) }],
	['a letter with many accents', { display_name: `a${'\u0301'.repeat(30)}` }],
	['text that runs backwards', { display_name: '\u202eayirP' }],
	['an emoji', { display_name: '🎉' }],
	['half of a surrogate pair', { display_name: 'a\ud800' }],
])('the greeting for %s is a plain hello', (_what, metadata) => {
	expect(greetingOf(metadata)).toBe('Hello,')
})

test('a greeting never contains a line break from the name', () => {
	expect(greetingOf({ display_name: 'Sam\r\nBcc: all@student.test' })).toBe('Hello Sam,')
})
