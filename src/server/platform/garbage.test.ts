import { executionAsyncResource } from 'node:async_hooks'
import v8 from 'node:v8'
import { expect, test } from 'vitest'
import { keepTick, returnMemoryWhenQuiet } from '#server/platform/garbage.ts'

test('a quiet process returns unused memory to the system', async () => {
	let large: object[] = Array.from({ length: 500_000 }, (_, index) => ({ index }))
	expect(large).toHaveLength(500_000)
	const before = v8.getHeapStatistics().total_physical_size
	large = []
	await returnMemoryWhenQuiet(new AbortController().signal, 20)
	expect(v8.getHeapStatistics().total_physical_size).toBeLessThan(before - 8_000_000)
})

test('a server that is being stopped does not wait until it is quiet', async () => {
	await expect(returnMemoryWhenQuiet(AbortSignal.abort())).rejects.toThrow('aborted')
})

test('the kept object has the same properties as those that Node makes for each tick', async () => {
	const kept = await keepTick()
	const another = await new Promise<object>((resolve) => {
		process.nextTick(() => resolve(executionAsyncResource()))
	})
	expect(Object.keys(kept)).toContain('callback')
	expect(Reflect.ownKeys(kept)).toEqual(Reflect.ownKeys(another))
})
