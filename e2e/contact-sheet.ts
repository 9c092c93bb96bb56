import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The folder for pictures of the states that journeys check; undefined unless `npm run contact-sheet` takes them instead. */
const folder = process.env.CONTACT_SHEET

const widths = { 390: 844, 768: 1024, 1280: 800, 1920: 1080 }
const themes = ['light', 'dark'] as const

/** Takes pictures of the whole page on every screen in both themes. Returns false, without a picture, in any other run. */
export async function tookPictures(page: Page, state: string): Promise<boolean> {
	if (folder === undefined) return false
	const own = page.viewportSize()
	const name =
		state
			.replace(/[^\w-]+/g, ' ')
			.trim()
			.replaceAll(' ', '-') || 'home'
	for (const [width, height] of Object.entries(widths)) {
		await page.setViewportSize({ width: Number(width), height })
		for (const colorScheme of themes) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
			await showLazyPictures(page)
			await page.screenshot({
				path: join(folder, `${name}.${width}.${colorScheme}.jpg`),
				quality: 70,
				fullPage: true,
				animations: 'disabled',
			})
		}
	}
	if (own !== null) await page.setViewportSize(own)
	return true
}

/** Scrolls through the page, so that pictures further down are loaded. */
async function showLazyPictures(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const before = window.scrollY
		for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
			window.scrollTo(0, y)
			await new Promise(requestAnimationFrame)
		}
		window.scrollTo(0, before)
		const shown = [...document.images].filter((image) => image.checkVisibility())
		await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
	})
}
