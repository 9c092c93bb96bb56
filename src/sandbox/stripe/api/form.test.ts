import { expect, test } from 'vitest'
import { parseForm } from '#sandbox/stripe/api/form.ts'

function plain(form: string): unknown {
	return JSON.parse(JSON.stringify(parseForm(form)))
}

test('brackets nest, numbers and empty brackets make lists', () => {
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

test('values are decoded, names may be encoded', () => {
	expect(plain('metadata%5Ba%5D=Zo%C3%AB+%26+Sam')).toEqual({ metadata: { a: 'Zoë & Sam' } })
})

test('a name that means something to JavaScript is a name like any other', () => {
	const fields = parseForm('__proto__[polluted]=yes&metadata[__proto__]=x&constructor=y')
	expect(Object.keys(fields)).toEqual(['__proto__', 'metadata', 'constructor'])
	expect('polluted' in {}).toBe(false)
})

test.each([
	['too deep', `a${'[b]'.repeat(10)}=1`],
	['in two forms', 'a=1&a[b]=2'],
	['in two forms, the other way round', 'a[b]=2&a=1'],
	['brackets that do not close', 'a[b=1'],
	['too many', Array.from({ length: 1_001 }, (_, index) => `a${index}=1`).join('&')],
])('a form is refused where it is %s', (_, form) => {
	expect(() => parseForm(form)).toThrow(RangeError)
})
