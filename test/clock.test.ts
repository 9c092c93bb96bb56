import { afterEach, expect, test, vi } from 'vitest'
import { movableClock } from '#test/clock.ts'

afterEach(() => {
	vi.useRealTimers()
})

test('a clock that is moved to the next midnight again and again never shows the moment before it', () => {
	vi.useFakeTimers({ toFake: ['Date'] })
	for (let start = 0; start < 200; start += 1) {
		vi.setSystemTime(Date.UTC(2026, 10, 27, 5, 43) + start * 37)
		const clock = movableClock()
		for (let day = 0; day < 8; day += 1) {
			vi.setSystemTime(Date.now() + 7 + start)
			clock.advance(86_400 - ((clock.now().getTime() / 1000) % 86_400))
			expect(clock.now().toISOString()).toMatch(/T00:00:00\.000Z$/)
		}
	}
})
