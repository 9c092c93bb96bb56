import { expect, test } from 'vitest'
import { z } from 'zod'
import { shortList } from '#server/apis/realtime/bindings.ts'

test('a list that is too long is rejected for its length, before its items are checked', () => {
	const list = shortList(z.string(), 50)
	expect(list.safeParse(Array(50).fill('id')).success).toBe(true)
	expect(list.safeParse(Array(50).fill(1)).error?.issues).toHaveLength(50)
	expect(list.safeParse(Array(30_000).fill(1)).error?.issues).toHaveLength(1)
})
