import { expect, test } from 'vitest'
import { parseXml } from './xml.ts'

const limits = { longest: 131_072, comments: false }

test.each(['"', "'"])(
	'an element may have a thousand attributes quoted with %s, but not ten thousand',
	(quote) => {
		const withAttributes = (count: number) =>
			`<a ${Array.from({ length: count }, (_, n) => `n${n}=${quote}${quote}`).join(' ')}/>`
		expect(parseXml(withAttributes(1_000), limits).attributes.length).toBe(1_000)
		expect(() => parseXml(withAttributes(10_000), limits)).toThrow('too many attributes')
	},
)
