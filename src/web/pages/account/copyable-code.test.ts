import { expect, test } from 'vitest'
import { groupByFour } from './copyable-code.tsx'

test.each([
	['abcdefgh', 'abcd efgh'],
	['abcdefghi', 'abcd efgh i'],
	['', ''],
])('the code %j is shown as %j', (code, shown) => {
	expect(groupByFour(code)).toBe(shown)
})
