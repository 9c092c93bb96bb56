import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorCode } from '#server/platform/app-error.ts'

test('an error’s code is read only if it is a string', async () => {
	const missing = await readFile('/nowhere/at-all').catch((error: unknown) => error)
	expect(errorCode(missing)).toBe('ENOENT')
	// The code of a `DOMException` is a number.
	expect(errorCode(new DOMException('too late', 'TimeoutError'))).toBeUndefined()
	for (const error of [new Error('no code'), { code: 'ENOENT' }, 'ENOENT', null])
		expect(errorCode(error)).toBeUndefined()
})
