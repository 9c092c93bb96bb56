import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { everyEmail } from '#test/every-email.ts'
import { expectAccessible, expectWithinWidth } from './good-page.ts'

// The rules about whole pages, such as those about landmarks, are left out. Mail programs show an email inside a page of their
// own.
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const light = { colorScheme: 'light' as const, rules }
const dark = { colorScheme: 'dark' as const, rules: ['color-contrast', 'link-in-text-block'] }

/** Returns the HTML as a mail program shows it, with the pictures that came with it. */
async function shown({ html, pictures = [] }: Mail): Promise<string> {
	const urls = await Promise.all(
		pictures.map(async ({ cid, contentType, path }) => ({
			cid,
			url: `data:${contentType};base64,${(await readFile(path)).toString('base64')}`,
		})),
	)
	return urls.reduce((text, { cid, url }) => text.replaceAll(`cid:${cid}`, url), html)
}

test('every email can be read on a phone, in both themes and without its pictures', async ({ page }) => {
	test.slow()
	for (const { name, mail } of everyEmail) {
		await page.setContent(await shown(mail))
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(page.locator('h1 + p')).toHaveText(/^Hello( Priya)?,$/)
		for (const picture of await page.locator('img').all()) {
			const { width, height, natural } = await picture.evaluate((image: HTMLImageElement) => ({
				width: image.width,
				height: image.height,
				natural: image.naturalWidth / image.naturalHeight,
			}))
			expect(Math.abs(width / height - natural), `${name}: a distorted picture`).toBeLessThan(0.01)
		}
		await expectWithinWidth(page, name)
		await expectAccessible(page, name, [light, dark])
		// The button is large enough for a thumb.
		for (const button of await page.locator('.press a').all())
			expect((await button.boundingBox())?.height, name).toBeGreaterThanOrEqual(44)

		// The narrowest phone, with pictures blocked.
		await page.setViewportSize({ width: 320, height: 640 })
		await page.setContent(mail.html)
		await expectWithinWidth(page, `${name} without pictures`)
		await expect(page.getByText('Headstart', { exact: true })).toBeVisible()
		await page.setViewportSize({ width: 390, height: 844 })
	}
})

test('an email stays readable in a mail program that ignores its stylesheet', async ({ page }) => {
	for (const { name, mail } of everyEmail.filter(({ name }) => ['confirmation', 'receipt'].includes(name))) {
		await page.setContent((await shown(mail)).replace(/<style>.*?<\/style>/s, ''))
		await expectWithinWidth(page, name)
		await expectAccessible(page, `${name} without its stylesheet`, [light])
	}
})
