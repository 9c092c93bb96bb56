import { expect } from '../journey.ts'
import { goOffline, offlineConsole, type ToastRow } from './row.ts'

const checkConnection = 'Check your connection and try again.'

export const looking: readonly ToastRow[] = [
	{
		says: 'The preview couldn’t be loaded',
		adds: checkConnection,
		kind: 'error',
		when: 'the connection is lost',
		console: offlineConsole,
		cause: async ({ page }) => {
			await page.goto('/money')
			await goOffline(page)
			await page.getByRole('button', { name: /^Preview/ }).click()
		},
		afterwards: async ({ page }) => {
			await page.context().setOffline(false)
			await page.getByRole('button', { name: /^Preview/ }).click()
			// Chromium before 154 never retries a failed import, so there the shop reloads the page.
			await expect(async () => {
				if (await page.getByRole('dialog').isHidden())
					await page.getByRole('button', { name: /^Preview/ }).click({ timeout: 5_000 })
				await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 })
			}).toPass()
		},
	},
	{
		says: 'The picture couldn’t be opened',
		adds: checkConnection,
		kind: 'error',
		when: 'the connection is lost',
		console: offlineConsole,
		cause: async ({ page }) => {
			await page.goto('/products/cv-secrets')
			await goOffline(page)
			await page.locator('[data-opens="05-evidence"]').click()
		},
		afterwards: async ({ page }) => {
			await expect(page).toHaveURL('/products/cv-secrets')
			await page.context().setOffline(false)
			await page.locator('[data-opens="05-evidence"]').click()
			await expect(page.getByRole('dialog')).toBeVisible()
		},
	},
]
