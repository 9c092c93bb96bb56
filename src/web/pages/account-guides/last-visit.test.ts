import { afterEach, expect, test, vi } from 'vitest'
import { beginVisit } from './last-visit.ts'

const stored = new Map<string, string>()
vi.stubGlobal('window', {
	localStorage: {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, text: string) => void stored.set(key, text),
	},
})
afterEach(() => stored.clear())

const at = (time: string) => new Date(`2026-11-${time}Z`)

test('returns when the visit before this one ended', () => {
	expect(beginVisit('ada', at('20T10:00'))).toBeNull()
	expect(beginVisit('ada', at('20T10:40'))).toBeNull()
	expect(beginVisit('ada', at('24T09:00'))).toEqual(at('20T10:40'))
	expect(beginVisit('ada', at('24T09:30'))).toEqual(at('20T10:40'))
	expect(beginVisit('ben', at('24T09:30'))).toBeNull()
})

test('takes anything else in the storage for no visit', () => {
	stored.set('headstart-visit-ada', '{"latest":7}')
	expect(beginVisit('ada', at('24T09:00'))).toBeNull()
	stored.set('headstart-visit-ada', 'x')
	expect(beginVisit('ada', at('24T09:00'))).toBeNull()
})
