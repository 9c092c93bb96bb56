import type { Locator, Page } from '@playwright/test'
import { endSession, memberPassword, openAdmin } from './admin.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { makeBuyer } from './purchases.ts'

async function signInAgain(page: Page, email: string): Promise<void> {
	await expect(page.getByText('You’ve been signed out')).toBeVisible()
	await page.getByRole('textbox', { name: 'Email' }).fill(email)
	await page.getByLabel('Password').fill(memberPassword)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a dialog keeps what was typed into it when the session ends, and goes on from there', async ({
	page,
	shop,
	allow,
}) => {
	test.slow()
	const buyer = await makeBuyer(shop)
	const owner = await openAdmin(page, shop, { path: '/customers' })
	allow(/status of 40[13]/)
	await page.getByRole('link', { name: buyer.email }).click()
	const dialog = page.getByRole('dialog')

	await page.getByRole('button', { name: 'Refund …' }).click()
	await dialog.getByLabel('Amount in pounds').fill('3')
	await dialog.getByLabel('Why').fill('Two pages were missing')
	await expect(dialog.getByText(/^Refunds £3\.00/)).toBeVisible()
	await endSession(page, shop)
	await pressIfThere(dialog.getByRole('button', { name: 'Refund £3.00' }))
	await expect(page.getByText('You’ve been signed out')).toBeVisible()
	await expect(page.getByText(buyer.email).filter({ visible: true })).toHaveCount(0)
	await signInAgain(page, owner)
	await expect(dialog.getByLabel('Amount in pounds')).toHaveValue('3')
	await expect(dialog.getByLabel('Why')).toHaveValue('Two pages were missing')
	await dialog.getByRole('button', { name: 'Refund £3.00' }).click()
	await expect(page.getByText('The refund is made.')).toBeVisible()

	await page.getByRole('button', { name: 'Write a note …' }).click()
	await dialog.getByLabel('Note').fill('Called twice; prefers email.')
	await endSession(page, shop)
	await pressIfThere(dialog.getByRole('button', { name: 'Save it' }))
	await signInAgain(page, owner)
	await expect(dialog.getByLabel('Note')).toHaveValue('Called twice; prefers email.')
	await dialog.getByRole('button', { name: 'Save it' }).click()
	await expect(page.getByText('Called twice; prefers email.').filter({ visible: true })).toBeVisible()
})

test('another member who signs in after the session has ended finds nothing that was typed', async ({
	page,
	shop,
	allow,
}) => {
	test.slow()
	const other = await openAdmin(page, shop)
	await openAdmin(page, shop, { path: '/sales?status=disputed' })
	allow(/status of 40[13]/)
	const dialog = page.getByRole('dialog')
	const save = page.getByRole('button', { name: 'Save this view' })
	await save.click()
	await dialog.getByLabel('Name').fill('Only mine')
	await endSession(page, shop)
	await pressIfThere(dialog.getByRole('button', { name: 'Save' }))
	await signInAgain(page, other)
	await expect(save).toBeVisible()
	await expect(dialog).toHaveCount(0)
	await save.click()
	await expect(dialog.getByLabel('Name')).toHaveValue('')
})

test('the tab of the page is in view on a phone', onlyPhone, async ({ page, shop }) => {
	test.slow()
	await page.setViewportSize({ width: 390, height: 844 })
	await openAdmin(page, shop)
	for (const [path, nav] of [
		['/messages', 'Pages'],
		['/settings', 'Pages'],
		['/members', 'Pages'],
		['/log', 'Pages'],
		['/products/codes', 'Products'],
		['/products/bundles', 'Products'],
		['/', 'Pages'],
	] as const) {
		await page.goto(shop.adminUrl + path)
		const current = page.getByRole('navigation', { name: nav }).locator('[aria-current="page"]')
		await expect(current).toBeInViewport({ ratio: 0.9 })
	}
})

/** Presses a button. The page may have noticed the end of the session by itself meanwhile, and show how to sign in instead. */
async function pressIfThere(button: Locator): Promise<void> {
	await button.click({ timeout: 15_000 }).catch(() => {})
}
