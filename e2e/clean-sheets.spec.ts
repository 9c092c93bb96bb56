import type { Page } from '@playwright/test'
import { expectCleanSheets } from './good-page.ts'
import { expect, test } from './journey.ts'

const themes = ['light', 'dark'] as const

test('what has been bought is shown without a veil in both themes', async ({ page, signedInBuyer }) => {
	const { checkoutSessionId } = await signedInBuyer()
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	// Takes the focus instead of a click, which waits until the button stands still and could come after the redirect.
	await page.getByRole('button', { name: 'Stay here' }).focus()
	await expect(page.locator('.delivered .leaf picture')).toHaveCount(3)
	for (const width of [390, 768, 1280, 1920]) {
		await page.setViewportSize({ width, height: 900 })
		for (const colorScheme of themes) {
			await page.emulateMedia({ colorScheme })
			await expect.poll(() => veils(page), `${colorScheme}, ${width}`).toEqual([])
			await expectCleanSheets(page, `${colorScheme}, ${width}`)
		}
	}
})

/** Returns what lies over the pictures of the guide: a background or a shadow that is not transparent. */
async function veils(page: Page): Promise<string[]> {
	return await page.locator('.delivered .leaf picture').evaluateAll((pictures) =>
		pictures
			.map((picture) => getComputedStyle(picture, '::after'))
			.flatMap(({ backgroundColor, boxShadow }) => [backgroundColor, boxShadow])
			.filter((value) => value !== 'none' && !/rgba\(0, 0, 0, 0\)/.test(value)),
	)
}
