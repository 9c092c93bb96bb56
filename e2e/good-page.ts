import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './journey.ts'

declare global {
	interface Window {
		axe?: typeof axe
	}
}

/** What axe finds wrong with the page as it stands, one line for each kind, with where; all its rules unless some are named. */
async function violations(page: Page, rules: string[]): Promise<string[]> {
	// Put in once a document and asked for nothing but what is wrong: three times as quick as with all that is right.
	if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
	return await page.evaluate(async (runOnly) => {
		const options = runOnly.length === 0 ? {} : { runOnly }
		const found = await window.axe?.run(document, { ...options, resultTypes: ['violations'] })
		if (found === undefined) throw new Error('axe is not in the page')
		return found.violations.map(
			({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
		)
	}, rules)
}

/** Nothing for axe to find, by day and by night. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
	for (const { colorScheme, rules } of [
		{ colorScheme: 'light', rules: [] },
		// By night only colours differ.
		{ colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
	] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		// Asked again for a moment: what is still fading in has no contrast of its own yet.
		await expect
			.poll(() => violations(page, [...rules]), { message: `${state}, ${colorScheme}`, timeout: 20_000 })
			.toEqual([])
	}
}

/** The page never scrolls sideways. */
export async function expectWithinWidth(page: Page, state: string): Promise<void> {
	const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
	expect(over, `${state}: pixels beyond the edge`).toBeLessThanOrEqual(0)
}

/** Every control that is no link within a sentence is at least 44 pixels either way. */
async function expectRoomForThumbs(page: Page, state: string): Promise<void> {
	const small = await page.locator('a, button, summary, input, [role="tab"]').evaluateAll((controls) =>
		controls.flatMap((control) => {
			const { width, height } = control.getBoundingClientRect()
			const shown = control.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
			if (!shown || (width >= 44 && height >= 44)) return []
			if (control.closest('p') !== null) return []
			// A message behind another lies there drawn smaller, and is pressed once it is in front.
			if (control.closest('[data-sonner-toast][data-front="false"]') !== null) return []
			return [`${control.textContent?.trim()} ${Math.floor(width)}x${Math.floor(height)}`]
		}),
	)
	expect(small, `${state}: controls under 44 pixels`).toEqual([])
}

/** Accessible, within the screen's width, and with room for thumbs. */
export async function expectGoodPage(page: Page, state: string): Promise<void> {
	await expectAccessible(page, state)
	await expectWithinWidth(page, state)
	await expectRoomForThumbs(page, state)
}

/** As good with everything at twice its size: a laptop's screen then holds half as many pixels either way. */
export async function expectGoodZoomed(page: Page, state: string): Promise<void> {
	const size = page.viewportSize()
	if (size === null || size.width < 1280) return
	await page.setViewportSize({ width: size.width / 2, height: size.height / 2 })
	await expectGoodPage(page, `${state}, twice the size`)
	await page.setViewportSize(size)
}
