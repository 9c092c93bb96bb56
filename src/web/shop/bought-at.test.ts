import { afterEach, expect, test, vi } from 'vitest'
import { rememberPageInstead, rememberPlace } from './bought-at.ts'
import { takeCancelled } from './cancelled-return.tsx'

afterEach(() => vi.unstubAllGlobals())

function openTab(location = { pathname: '/career', search: '?q=cv', hash: '' }) {
	const stored = new Map<string, string>()
	vi.stubGlobal('window', {
		location,
		history: { state: { key: 'abc' } },
		sessionStorage: {
			getItem: (key: string) => stored.get(key) ?? null,
			setItem: (key: string, value: string) => void stored.set(key, value),
			removeItem: (key: string) => void stored.delete(key),
		},
	})
	const place = () => JSON.parse(stored.get('headstart-bought-at') ?? 'null')
	return { stored, place }
}

test('remembers the page on which Buy was pressed, with its query and its state in the history', () => {
	const { place } = openTab()
	rememberPlace('2')
	expect(place()).toEqual({ id: '2', address: '/career?q=cv', state: { key: 'abc' } })
	rememberPlace('bundle-1', '#bundle-1')
	expect(place().address).toBe('/career?q=cv#bundle-1')
})

test('takes the guide’s own page only if no press for it is known in this tab', () => {
	const { place } = openTab()
	rememberPageInstead('2', '/products/cv-secrets')
	expect(place().address).toBe('/products/cv-secrets')
	rememberPlace('3')
	rememberPageInstead('3', '/products/budget-planner')
	expect(place().address).toBe('/career?q=cv')
})

test('says only once that a checkout was cancelled', () => {
	const { stored } = openTab()
	stored.set('headstart-cancelled', '2')
	stored.set('headstart-bought-at', '{}')
	expect(takeCancelled()).toBe('2')
	expect(takeCancelled()).toBeNull()
	expect(stored.size).toBe(0)
})
