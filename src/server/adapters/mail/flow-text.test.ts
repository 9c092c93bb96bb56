import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowText } from '#server/adapters/mail/smtp-mailer.ts'

/** Joins the lines again, as a mail program does. */
function joined(flowed: string): string {
	return flowed
		.split('\n')
		.map((line) => line.replace(/^ /, ''))
		.reduce((text, line) => (text.endsWith(' ') ? text + line : `${text}\n${line}`))
}

test('a long line is broken between words, and an address is kept whole', () => {
	const address = `https://shop.test/auth/confirm?token_hash=${'a'.repeat(80)}`
	const text = `${'Some words about nothing. '.repeat(6).trim()}\n\n${address}\n`
	const lines = flowText(text).split('\n')
	expect(lines).toContain(address)
	for (const line of lines) if (line !== address) expect(line.length).toBeLessThanOrEqual(77)
	expect(lines.length).toBeGreaterThan(4)
})

test('lines that look like a quotation or the start of another email are indented', () => {
	expect(flowText('> no quote\nFrom here\n here')).toBe(' > no quote\n From here\n  here')
})

test('a mail program that joins the lines again gets the original text', () => {
	const word = fc.stringMatching(/^[a-zé>]{1,90}$/)
	const line = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
			expect(joined(flowText(lines.join('\n')))).toBe(lines.join('\n'))
		}),
	)
})
