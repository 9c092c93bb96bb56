import { afterEach, expect, test, vi } from 'vitest'
import { giveGoAhead, hasGoAhead, withdrawGoAhead } from './go-ahead.ts'

afterEach(() => {
	vi.unstubAllGlobals()
	vi.useRealTimers()
})

test('a go-ahead is for one guide, and lasts for an hour or until it is withdrawn', () => {
	vi.useFakeTimers()
	const stored = new Map<string, string>()
	const sessionStorage = {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
		removeItem: (key: string) => void stored.delete(key),
	}
	vi.stubGlobal('window', { sessionStorage })
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
	giveGoAhead('/get/cv-secrets')
	expect(hasGoAhead('/get/cv-secrets')).toBe(true)
	expect(hasGoAhead('/get/student-guide')).toBe(false)
	vi.advanceTimersByTime(59 * 60_000)
	expect(hasGoAhead('/get/cv-secrets')).toBe(true)
	vi.advanceTimersByTime(60_000)
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
	giveGoAhead('/get/cv-secrets')
	withdrawGoAhead()
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
	// The form in which an earlier release stored it.
	stored.set('headstart-go-ahead', '/get/cv-secrets')
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
})

test('without session storage a go-ahead lasts as long as the document', () => {
	vi.stubGlobal('window', {
		get sessionStorage(): never {
			throw new Error('switched off')
		},
	})
	giveGoAhead('/get/cv-secrets')
	expect(hasGoAhead('/get/cv-secrets')).toBe(true)
	withdrawGoAhead()
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
})
