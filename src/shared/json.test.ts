import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInHtml } from './json.ts'

test('no text can close the script element or open a comment in it', () => {
	const hostile = ['</script><script>alert(1)</script>', '<!--', ']]>', '&lt;', 'a\u2028b\u2029c']
	for (const text of hostile) expect(jsonInHtml({ text })).not.toMatch(/[<>&\u2028\u2029]/)
	expect(jsonInHtml('</script>')).toBe('"\\u003c/script\\u003e"')
})

test('the JSON parses to the same value', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(JSON.parse(jsonInHtml(value))).toEqual(JSON.parse(JSON.stringify(value)))
		}),
	)
})

test('rejects values that JSON cannot express', () => {
	expect(() => jsonInHtml(undefined)).toThrow(TypeError)
	expect(() => jsonInHtml(() => 1)).toThrow(TypeError)
})
