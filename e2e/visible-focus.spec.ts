import type { Locator, Page } from '@playwright/test'
import { partners } from './combine.ts'
import { expect, onlyLaptop, onlyPhone, test } from './journey.ts'
import { ready } from './sign-in.ts'

/** Counts the pixels around an element that change by a contrast of 3:1 or more when it is focused by keyboard. */
async function changedPixels(page: Page, paper: Page, element: Locator): Promise<number> {
	await element.evaluate((link) => link.scrollIntoView({ block: 'center', inline: 'center' }))
	const box = await element.boundingBox()
	if (box === null) throw new Error('the element is not on the page')
	const clip = { x: box.x - 10, y: box.y - 10, width: box.width + 20, height: box.height + 20 }
	await element.evaluate((link: HTMLElement) => link.blur())
	const before = await page.screenshot({ clip })
	await element.focus()
	expect(await element.evaluate((link) => link.matches(':focus-visible'))).toBe(true)
	const after = await page.screenshot({ clip })
	return await paper.evaluate(countContrasting, [before.toString('base64'), after.toString('base64')])
}

/** Runs in its own page. Counts the pixels that differ between two screenshots by a contrast of 3:1 or more. */
async function countContrasting(screenshots: string[]): Promise<number> {
	const [before, after] = await Promise.all(screenshots.map(pixelsOf))
	if (before === undefined || after === undefined || before.length !== after.length)
		throw new Error('the screenshots differ in size')
	let count = 0
	// Compares whole pixels first, because almost all are equal.
	const [wholeBefore, wholeAfter] = [new Uint32Array(before.buffer), new Uint32Array(after.buffer)]
	for (let pixel = 0; pixel < before.length; pixel += 4) {
		if (wholeBefore[pixel / 4] === wholeAfter[pixel / 4]) continue
		const [one, other] = [luminance(before, pixel), luminance(after, pixel)]
		if ((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 3) count += 1
	}
	return count

	async function pixelsOf(screenshot: string): Promise<Uint8ClampedArray | undefined> {
		const bytes = Uint8Array.from(atob(screenshot), (letter) => letter.charCodeAt(0))
		const picture = await createImageBitmap(new Blob([bytes]))
		const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
		context?.drawImage(picture, 0, 0)
		return context?.getImageData(0, 0, picture.width, picture.height).data
	}
	function luminance(pixels: Uint8ClampedArray, at: number): number {
		return 0.2126 * linear(pixels[at]) + 0.7152 * linear(pixels[at + 1]) + 0.0722 * linear(pixels[at + 2])
	}
	function linear(channel = 0): number {
		const share = channel / 255
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
	}
}

const looks = [
	{ colorScheme: 'light', screen: onlyPhone },
	{ colorScheme: 'dark', screen: onlyLaptop },
] as const
const paths = ['/products/budget-planner', '/products/cv-secrets']

for (const [index, { colorScheme, screen }] of looks.entries()) {
	test(
		`keyboard focus is visible on every picture and on the film, ${colorScheme}`,
		screen,
		async ({ page, context }) => {
			test.slow()
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
			const paper = await context.newPage()
			const unseen: string[] = []
			for (const path of partners(paths, index, looks.length)) {
				await page.goto(path)
				await ready(page)
				await page.keyboard.press('Tab')
				const pictures = page.locator('[data-opens]')
				expect(await pictures.count()).toBeGreaterThan(4)
				for (const picture of await pictures.all()) {
					const box = await picture.boundingBox()
					// The area of a ring two pixels wide, the least that WCAG 2.2 requires (2.4.13).
					const ring = 2 * 2 * ((box?.width ?? 0) + (box?.height ?? 0))
					const scale = await page.evaluate(() => devicePixelRatio ** 2)
					// Measured again if a picture loaded between the two screenshots.
					let changed = 0
					for (let attempt = 0; attempt < 4 && changed < ring * scale; attempt += 1)
						changed = await changedPixels(page, paper, picture)
					if (changed < ring * scale)
						unseen.push(`${path} ${await picture.getAttribute('data-opens')}: ${changed} of ${ring}`)
				}
			}
			expect(unseen).toEqual([])
		},
	)
}
