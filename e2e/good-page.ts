import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { isFull } from './combine.ts'
import { tookPictures } from './contact-sheet.ts'
import { expect } from './journey.ts'

declare global {
	interface Window {
		axe?: typeof axe
	}
}

const phone = { width: 390, height: 844 }
const tablet = { width: 768, height: 1024 }
const laptop = { width: 1280, height: 800 }
/** At 200 % zoom a laptop shows half as many pixels in each direction. */
const zoomedLaptop = { width: 640, height: 400 }

/** The minified build is less than half as large, so it is sent to each page and compiled faster. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Returns a line for each kind of violation that axe finds, with the elements. Checks all rules if `rules` is empty. */
async function violations(page: Page, rules: string[]): Promise<string[]> {
	// The script is injected only once per document. It reports only violations, because a full report takes three times as long.
	if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeScript)
	return await page.evaluate(async (runOnly) => {
		// By default axe fetches all style sheets again, for a rule that it doesn't run.
		const options = runOnly.length === 0 ? { preload: { assets: ['media'] } } : { runOnly }
		const found = await window.axe?.run(document, { ...options, resultTypes: ['violations'] })
		if (found === undefined) throw new Error('axe is not in the page')
		return found.violations.map(
			({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
		)
	}, rules)
}

// `npm run test:full` runs axe on every screen, in light and in dark. Without it, most checks run axe in both themes, but only on
// the journey's own screen. `expectGoodOnEveryScreen` runs axe on a phone in light and on a laptop in dark, which together cover both
// themes and the layouts of all screens. On the other screens it checks only sizes.

interface Theme {
	colorScheme: 'light' | 'dark'
	/** The rules of axe to check; all of them if the list is empty. */
	rules: string[]
}

const light: Theme = { colorScheme: 'light', rules: [] }
/** Only the colours differ from the light theme, so only the rules about colours are checked. */
const dark: Theme = { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] }
const darkWhole: Theme = { ...dark, rules: [] }

/** Expects axe to find nothing, in light and in dark. */
export async function expectAccessible(page: Page, state: string, themes = [light, dark]): Promise<void> {
	if (await tookPictures(page, state)) return
	for (const { colorScheme, rules } of themes) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		// Polled, because an element that is still fading in has too little contrast.
		await expect
			.poll(() => violations(page, rules), { message: `${state}, ${colorScheme}`, timeout: 60_000 })
			.toEqual([])
	}
}

/**
 * Expects the page not to scroll sideways. Not measured by `innerWidth`, which on a phone grows with a page that is too wide. Polled,
 * as the sizes below are, because parts of a page take the new size of the screen only in one of the next frames.
 */
export async function expectWithinWidth(page: Page, state: string): Promise<void> {
	const over = () =>
		page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	await expect.poll(over, `${state}: pixels beyond the edge`).toBeLessThanOrEqual(0)
}

/** Expects each sheet with a page on it to be exactly as high as the page. */
export async function expectCleanSheets(page: Page, state: string): Promise<void> {
	await expect.poll(() => page.evaluate(seams), `${state}: sheets with a seam`).toEqual([])
}

/** Runs in the page. Returns the sheets that extend beyond the picture on them, which shows as a seam. */
function seams(): string[] {
	return [...document.querySelectorAll<HTMLElement>('.leaf')].flatMap((sheet) => {
		const picture = sheet.querySelector('picture')
		if (
			picture === null ||
			!picture.checkVisibility() ||
			sheet.querySelector('video, figcaption, .grow, .film-foot')
		)
			return []
		const rest = sheet.clientHeight - picture.offsetHeight
		return Math.abs(rest) > 1 ? [`${sheet.className}: ${rest} pixels`] : []
	})
}

/** Expects every control, except links within a sentence or a guide's text, to be at least 44 pixels wide and high. */
async function expectRoomForThumbs(page: Page, state: string): Promise<void> {
	const small = () =>
		page.locator('a, button, summary, input, [role="tab"]').evaluateAll((controls) =>
			controls.flatMap((control) => {
				// The label around a checkbox can be pressed too, so its size counts.
				const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
				const shown = control.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
				if (!shown || (width >= 44 && height >= 44)) return []
				if (control.closest('p, a:is(.chapter *)') !== null) return []
				// A toast behind another is drawn smaller, and can only be pressed once it is in front.
				if (control.closest('[data-sonner-toast][data-front="false"]') !== null) return []
				return [`${control.textContent?.trim()} ${Math.floor(width)}x${Math.floor(height)}`]
			}),
		)
	await expect.poll(small, `${state}: controls under 44 pixels`).toEqual([])
}

/**
 * Expects the page to be accessible, to fit the screen, and to have clean sheets and large enough controls, at the present size of
 * the screen.
 */
export async function expectGoodScreen(page: Page, state: string, themes = [light, dark]): Promise<void> {
	if (await tookPictures(page, state)) return
	await expectAccessible(page, state, themes)
	await expectWithinWidth(page, state)
	await expectCleanSheets(page, state)
	await expectRoomForThumbs(page, state)
}

/**
 * Expects a good page on this screen, and that the page also fits a laptop. Resizes the page instead of repeating the journey.
 */
export async function expectGoodPage(page: Page, state: string): Promise<void> {
	if (await tookPictures(page, state)) return
	await expectGoodScreen(page, state)
	if (!isFull && page.viewportSize()?.width !== laptop.width)
		await expectGoodOn(page, state, { laptop: { ...laptop, themes: [] } })
}

/** Expects a good page on a phone, a tablet and a laptop, and on a laptop at 200 % zoom. */
export async function expectGoodOnEveryScreen(page: Page, state: string): Promise<void> {
	const themes = isFull ? [light, dark] : []
	await expectGoodOn(page, state, {
		phone: { ...phone, themes: isFull ? themes : [light] },
		tablet: { ...tablet, themes },
		laptop: { ...laptop, themes: isFull ? themes : [darkWhole] },
		zoomedLaptop: { ...zoomedLaptop, themes },
	})
}

async function expectGoodOn(
	page: Page,
	state: string,
	screens: Record<string, { width: number; height: number; themes: Theme[] }>,
): Promise<void> {
	if (await tookPictures(page, state)) return
	const own = page.viewportSize() ?? laptop
	for (const [name, { width, height, themes }] of Object.entries(screens)) {
		if (width !== page.viewportSize()?.width) await page.setViewportSize({ width, height })
		await expectGoodScreen(page, `${state}, ${name}`, themes)
	}
	await page.setViewportSize(own)
}
