import type { Locator } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { expect, test } from './journey.ts'
import { goByKeys } from './keyboard.ts'
import { ready } from './sign-in.ts'

/** Presses a key as while a word is being composed, in both ways in which browsers say so. */
async function composeWith(field: Locator, key: string, more: KeyboardEventInit = {}): Promise<void> {
	for (const composing of [{ isComposing: true }, { keyCode: 229 }])
		await field.dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...more, ...composing })
}

test('the letters of shortcuts are typed into every field of the admin, and still work outside of fields', async ({
	page,
	shop,
}) => {
	await openAdmin(page, shop, { path: '/messages/announcements/new' })
	const address = `${shop.adminUrl}/messages/announcements/new`
	const typed = 'g s j k / g h gk/ls gc'
	for (const label of ['Subject', 'Text']) {
		const field = page.getByLabel(label, { exact: true })
		await field.focus()
		await page.keyboard.type(typed)
		await expect(field).toHaveValue(typed)
		await expect(field).toBeFocused()
		await expect(page).toHaveURL(address)
	}
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.getByRole('main').focus()
	await page.keyboard.type('/')
	await page.getByRole('combobox', { name: /^A page/ }).pressSequentially('gs j')
	await expect(page.getByRole('combobox', { name: /^A page/ })).toHaveValue('gs j')
	await page.keyboard.press('Escape')
	await goByKeys(page, 'c', `${shop.adminUrl}/customers`)
	const search = page.getByRole('searchbox', { name: 'Search customers' })
	await search.focus()
	await page.keyboard.type(typed)
	await expect(search).toHaveValue(typed)
})

test('the keys that compose a word do nothing else in the admin', async ({ page, shop }) => {
	await openAdmin(page, shop)
	// By the time its figures are there, the page also listens for keys.
	await expect(page.getByRole('region', { name: 'Money' })).toBeVisible()
	await page.keyboard.press('/')
	const palette = page.getByRole('combobox', { name: /^A page/ })
	await palette.fill('s')
	const chosen = await palette.getAttribute('aria-activedescendant')
	for (const key of ['ArrowDown', 'Enter', 'Escape']) await composeWith(palette, key)
	await expect(palette).toHaveAttribute('aria-activedescendant', chosen ?? '')
	await expect(page).toHaveURL(`${shop.adminUrl}/`)
	await palette.press('Enter')
	await expect(page).toHaveURL(`${shop.adminUrl}/sales`)
	await composeWith(page.getByRole('main'), '/')
	await composeWith(page.getByRole('main'), 'k', { ctrlKey: true })
	await expect(palette).toHaveCount(0)
	await page.keyboard.press('Control+k')
	await expect(palette).toBeVisible()
})

test('the keys that compose a word do nothing else on the site', async ({ page, signedInMember }) => {
	await signedInMember()
	await page.goto('/read/student-guide')
	await ready(page)
	await page.getByRole('button', { name: 'Search' }).press('Enter')
	const field = page.getByRole('searchbox', { name: 'Search this guide' })
	await field.fill('rent')
	await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+/)
	await composeWith(field, 'Enter', { shiftKey: true })
	await composeWith(field, 'Escape')
	await expect(field).toHaveValue('rent')
	await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+/)
	await field.press('Shift+Enter')
	await expect(page.getByRole('search').getByRole('status')).not.toHaveText(/^1 of \d+/)

	await page.goto('/products/cv-secrets')
	await ready(page)
	await page.locator('[data-opens="04-three-readers"]').click()
	const viewer = page.getByRole('dialog')
	await expect(viewer.getByRole('button', { name: 'Next' })).toBeFocused()
	const counter = await viewer.getByRole('status').textContent()
	for (const key of ['ArrowRight', 'End', 'Escape']) await composeWith(viewer, key)
	await expect(viewer.getByRole('status')).toHaveText(counter ?? '')
	await page.keyboard.press('ArrowRight')
	await expect(viewer.getByRole('status')).not.toHaveText(counter ?? '')
})
