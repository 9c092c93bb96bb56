import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Fails the journey if a mouse button or the screen is pressed. */
export async function forbidMouse(page: Page): Promise<void> {
	await page.addInitScript(() => {
		for (const type of ['mousedown', 'touchstart'])
			addEventListener(type, () => console.error('a mouse was used'), { capture: true })
	})
}

const mostStops = 120

/** Presses Tab until the control has the focus, and checks at each stop that the focus is visible. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	for (let stop = 0; stop < mostStops; stop += 1) {
		await page.keyboard.press(key)
		// Waits for elements that are still moving or being scrolled to.
		await expect
			.poll(() => unseenFocus(page), { message: 'a stop where the focus cannot be seen' })
			.toBeNull()
		if (await control.evaluate((element) => element === document.activeElement)) return
	}
	throw new Error(`not reached by ${key}: ${control}`)
}

/** Returns the HTML of the focused element if its focus is not visible, or else null. */
export async function unseenFocus(page: Page): Promise<string | null> {
	return await page.evaluate(() => {
		const focused = document.activeElement
		if (focused === null || focused === document.body) return null
		// A field's ring may be on its parent, around the field and the buttons inside it.
		const ringed = [focused, focused.parentElement].some(
			(element) => element !== null && getComputedStyle(element).outlineStyle !== 'none',
		)
		const { top, bottom, width } = focused.getBoundingClientRect()
		const inView = bottom > 0 && top < window.innerHeight && width > 0
		return ringed && inView ? null : focused.outerHTML.slice(0, 200)
	})
}

/**
 * Waits until the new page has taken the focus, because a Tab pressed earlier would be lost. Does not expect a ring: the page's
 * `main` has none.
 */
export async function arrivedAt(page: Page, path: string | RegExp): Promise<void> {
	await expect(page).toHaveURL(path)
	const main = page.getByRole('main')
	await expect(main).toBeFocused()
	// A screen reader reads this name to say which page has opened.
	await expect(async () => {
		await expect(main).toHaveAccessibleName(await page.title(), { timeout: 1_000 })
	}).toPass()
}

/**
 * Opens a page of the admin with G and a letter. Single keys do nothing while a dialog is open, and the letter must follow soon. So
 * both are pressed again, as a member would, until the page opens.
 */
export async function goByKeys(page: Page, letter: string, address: string): Promise<void> {
	await expect(async () => {
		await page.keyboard.press('g')
		await page.keyboard.press(letter)
		await expect(page).toHaveURL(address, { timeout: 2_000 })
	}).toPass()
}
