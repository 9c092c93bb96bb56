import { afterEach, expect, test, vi } from 'vitest'
import { shelf } from '#catalogue/shelf.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'
import { giveGoAhead, hasGoAhead, waitingGuideAt, waitingPath, withdrawGoAhead } from './waiting-guide.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(shelf.filter(({ comingSoon }) => !comingSoon))(
	'$slug waits at a page a visitor may be sent to',
	(product) => {
		expect(safeRedirect(waitingPath(product))).toBe(waitingPath(product))
		expect(waitingGuideAt(waitingPath(product))).toBe(product)
	},
)

test.each(shelf.filter(({ comingSoon }) => comingSoon))(
	'$slug, which nobody can have yet, waits nowhere',
	(product) => {
		expect(safeRedirect(waitingPath(product))).toBe('/')
	},
)

test.each(['/', '/premium', '/products/cv-secrets', '/payment-success?session_id=cs_test_1'])(
	'no guide waits at %s',
	(path) => {
		expect(waitingGuideAt(path)).toBeNull()
	},
)

test('a go-ahead is for one guide and lasts until it is withdrawn', () => {
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
	withdrawGoAhead()
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
})

test('without session storage there is no go-ahead, and nothing fails', () => {
	vi.stubGlobal('window', {
		get sessionStorage(): never {
			throw new Error('switched off')
		},
	})
	giveGoAhead('/get/cv-secrets')
	expect(hasGoAhead('/get/cv-secrets')).toBe(false)
	withdrawGoAhead()
})
