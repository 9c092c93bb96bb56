import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { shouldRevalidate } from './keep-data.ts'

test('a page’s data is loaded again for another page, and not for another query of the same page', async () => {
	const loader = vi.fn(() => null)
	const router = createMemoryRouter([
		{ path: '/categories/:slug', loader, shouldRevalidate },
		{ path: '/about', element: null },
	])
	const goTo = async (path: string) => {
		await router.navigate(path)
		return loader.mock.calls.length
	}
	expect(await goTo('/categories/career')).toBe(1)
	expect(await goTo('/categories/career?price=free')).toBe(1)
	expect(await goTo('/categories/career?price=free#guides')).toBe(1)
	expect(await goTo('/categories/money')).toBe(2)
	expect(await goTo('/about')).toBe(2)
	expect(await goTo('/categories/money')).toBe(3)
	router.dispose()
})
