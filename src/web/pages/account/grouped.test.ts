import { expect, test } from 'vitest'
import { groupedByFour } from './grouped.ts'

test.each([
	['abcdefgh', 'abcd efgh'],
	['abcdefghi', 'abcd efgh i'],
	['', ''],
])('%j is shown as %j', (code, shown) => {
	expect(groupedByFour(code)).toBe(shown)
})
