import { expect, test } from 'vitest'
import { parseForm } from '#sandbox/stripe/api/form.ts'

function plain(form: string): unknown {
	return JSON.parse(JSON.stringify(parseForm(form)))
}

test('a name in brackets makes a nested object, and a number or nothing in brackets makes a list', () => {
	expect(
		plain(
			'mode=payment&line_items[0][price_data][currency]=gbp&line_items[0][quantity]=1&expand[]=a&expand[]=b.c',
		),
	).toEqual({
		mode: 'payment',
		line_items: { 0: { price_data: { currency: 'gbp' }, quantity: '1' } },
		expand: { 0: 'a', 1: 'b.c' },
	})
})

test('values and names are decoded', () => {
	expect(plain('metadata%5Ba%5D=Zo%C3%AB+%26+Sam')).toEqual({ metadata: { a: 'Zoë & Sam' } })
})

test('a name that is special in JavaScript is an ordinary field', () => {
	const fields = parseForm('__proto__[polluted]=yes&metadata[__proto__]=x&constructor=y')
	expect(Object.keys(fields)).toEqual(['__proto__', 'metadata', 'constructor'])
	expect('polluted' in {}).toBe(false)
})

test.each([
	['too many levels', `a${'[b]'.repeat(10)}=1`],
	['a value that is also an object', 'a=1&a[b]=2'],
	['an object that is also a value', 'a[b]=2&a=1'],
	['an unclosed bracket', 'a[b=1'],
	['too many fields', Array.from({ length: 1_001 }, (_, index) => `a${index}=1`).join('&')],
])('a form with %s is rejected', (_, form) => {
	expect(() => parseForm(form)).toThrow(RangeError)
})
