import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { openPages } from './open-pages.ts'
import { buyCvSecrets } from './purchases.ts'
import { comeBackAs, ready } from './sign-in.ts'

const themes = ['light', 'dark'] as const

test('a sheet with a page on it is exactly as high as the page, on every screen', async ({ page }) => {
	test.slow()
	for (const path of openPages) {
		await page.goto(path)
		await ready(page)
		for (const width of [390, 768, 1280]) {
			await page.setViewportSize({ width, height: 900 })
			await expect.soft.poll(() => page.evaluate(seams), `${path}, ${width}`).toEqual([])
		}
	}
})

test('what has been bought is shown without a veil in both themes', async ({ page, shop, newMember }) => {
	const member = await newMember()
	const checkoutSessionId = await buyCvSecrets(shop, member.session)
	await comeBackAs(page, shop, member)
	await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
	// Takes the focus instead of a click, which waits until the button stands still and could come after the redirect.
	await page.getByRole('button', { name: 'Stay here' }).focus()
	await expect(page.locator('.delivered .leaf picture')).toHaveCount(3)
	for (const width of [390, 768, 1280, 1920]) {
		await page.setViewportSize({ width, height: 900 })
		for (const colorScheme of themes) {
			await page.emulateMedia({ colorScheme })
			await expect.poll(() => veils(page), `${colorScheme}, ${width}`).toEqual([])
			await expect.poll(() => page.evaluate(seams), `${colorScheme}, ${width}`).toEqual([])
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

/** Runs in the page. Returns the sheets that extend beyond the picture on them, which shows as a seam. */
function seams(): string[] {
	return [...document.querySelectorAll<HTMLElement>('.leaf')].flatMap((sheet) => {
		const picture = sheet.querySelector('picture')
		if (picture === null || !picture.checkVisibility() || sheet.querySelector('video, figcaption, .grow'))
			return []
		const rest = sheet.clientHeight - picture.offsetHeight
		return Math.abs(rest) > 1 ? [`${sheet.className}: ${rest} pixels`] : []
	})
}
