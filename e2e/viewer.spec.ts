import type { Page } from '@playwright/test'
import { gallery } from '#catalogue/cv-secrets/gallery.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { ready } from './sign-in.ts'

const address = '/products/cv-secrets'

/** Finds the thumbnail of a picture. */
function thumbnail(page: Page, name: string) {
	return page.locator(`[data-opens="${name}"]`)
}

function counter(page: Page) {
	return page.getByRole('dialog').getByRole('status')
}

/** The pictures in the order in which the viewer shows them. The two versions of a document, before and after, come last. */
const shown = [
	...gallery.filter(({ kind }) => kind === 'cover' || kind === 'page'),
	...gallery.filter(({ kind }) => kind === 'before' || kind === 'after'),
]

/** Returns the position that the viewer shows for the picture at an index; -1 is the last. */
function placeOf(index: number): string {
	return `${index < 0 ? shown.length + index + 1 : index + 1} of ${shown.length}`
}

function place(name: string): string {
	return placeOf(shown.findIndex((picture) => picture.name === name))
}

async function openViewer(page: Page, name = '05-evidence') {
	await page.goto(address)
	// Before hydration a thumbnail is only a link to its picture.
	await ready(page)
	await thumbnail(page, name).click()
	await opened(page)
}

/** Waits until the viewer has the focus, because a key pressed earlier would be lost. */
async function opened(page: Page) {
	await expect(page.getByRole('dialog').getByRole('button', { name: 'Next' })).toBeFocused()
}

test('the viewer works with the keyboard, wraps around at both ends, and returns focus', async ({ page }) => {
	await page.goto(address)
	await ready(page)
	await thumbnail(page, '04-three-readers').focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('dialog', { name: 'CV Secrets' })).toBeVisible()
	await opened(page)
	await expect(counter(page)).toContainText(place('04-three-readers'))
	for (const [key, shown] of [
		['ArrowRight', place('14-software-sees')],
		['End', placeOf(-1)],
		['ArrowRight', placeOf(0)],
		['ArrowLeft', placeOf(-1)],
		['Home', placeOf(0)],
	] as const) {
		await page.keyboard.press(key)
		await expect(counter(page)).toContainText(shown)
	}
	await expect(page.getByRole('dialog').getByRole('img', { name: /^Cover of CV Secrets/ })).toBeVisible()

	for (let stop = 0; stop < 7; stop += 1) {
		await page.keyboard.press('Tab')
		expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
	}
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(thumbnail(page, '04-three-readers')).toBeFocused()
	await expect(page).toHaveURL(address)
})

test('the position and description of each picture are announced to screen readers', async ({ page }) => {
	await openViewer(page)
	await expect(counter(page)).toHaveText(new RegExp(`^${place('05-evidence')}: Evidence lines`))
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(counter(page)).toHaveText(new RegExp(`^${place('06-letter')}: Page \\d+`))
})

test("the buttons wrap around, and the browser's Back closes the viewer", async ({ page }) => {
	await openViewer(page, '01-cover')
	await page.getByRole('button', { name: 'Previous' }).click()
	await expect(counter(page)).toContainText(placeOf(-1))
	await page.getByRole('button', { name: 'Next' }).click()
	await expect(counter(page)).toContainText(placeOf(0))
	await page.goBack()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page).toHaveURL(address)
	await page.goForward()
	await expect(counter(page)).toContainText(placeOf(0))
	await page.getByRole('button', { name: 'Close' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page can be enlarged to read it, and shown whole again', async ({ page }) => {
	await openViewer(page)
	const sheet = page.locator('.viewer-sheet')
	const whole = await sheet.boundingBox()
	await sheet.click({ position: { x: 80, y: 120 } })
	await expect(page.getByRole('button', { name: 'Whole page' })).toBeVisible()
	await expect.poll(async () => (await sheet.boundingBox())?.width).toBeGreaterThanOrEqual(800)
	const stage = page.getByRole('region', { name: 'Picture' })
	await stage.focus()
	const scrolled = () => stage.evaluate((element) => element.scrollTop)
	const before = await scrolled()
	// The browser ignores an arrow pressed before it has painted the enlarged picture, so it is pressed as a reader would, until it scrolls.
	await expect(async () => {
		await page.keyboard.press('ArrowDown')
		expect(await scrolled()).toBeGreaterThan(before)
	}).toPass()
	await page.getByRole('button', { name: 'Whole page' }).click()
	await expect.poll(async () => (await sheet.boundingBox())?.width).toBeCloseTo(whole?.width ?? 0, 0)
})

test('the address of a picture opens the viewer, and closing the viewer does not leave the page', async ({
	page,
}) => {
	await page.goto(`${address}#06-letter`)
	await expect(counter(page)).toContainText(place('06-letter'))
	await opened(page)
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page).toHaveURL(address)
	await expect(thumbnail(page, '06-letter')).toBeFocused()
})

test('a horizontal swipe turns the pages, a vertical one does not', onlyPhone, async ({ page }) => {
	await openViewer(page)
	const finger = await page.context().newCDPSession(page)
	async function stroke(from: { x: number; y: number }, to: { x: number; y: number }) {
		await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
		for (const share of [0.25, 0.5, 0.75, 1]) {
			const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
			await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
		}
		await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
	}
	await stroke({ x: 320, y: 400 }, { x: 80, y: 410 })
	await expect(counter(page)).toContainText(place('06-letter'))
	await stroke({ x: 80, y: 400 }, { x: 320, y: 410 })
	await expect(counter(page)).toContainText(place('05-evidence'))
	await stroke({ x: 200, y: 250 }, { x: 210, y: 520 })
	await expect(counter(page)).toContainText(place('05-evidence'))
	await expect(page.getByRole('button', { name: 'Enlarge' })).toBeVisible()
})
