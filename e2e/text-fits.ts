import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Checks that every line of text is within the screen and within its container. Polled, because the page may still be laid out. */
async function expectTextFits(page: Page, state: string): Promise<void> {
	await expect.soft.poll(() => page.evaluate(findCutText), `${state}: text beyond its edge`).toEqual([])
}

/** The two screens that leave the least room for text. `letters` is the browser's default font size, which is normally 16 pixels. */
const tightScreens = [
	{ name: 'letters twice their size', width: 390, letters: 32 },
	{ name: 'the narrowest phone', width: 320, letters: 16 },
]

/**
 * Checks that text fits with large letters, and on the narrowest phone. Resizes the page instead of loading it again.
 *
 * @param prepare Runs on each screen before the check
 */
export async function expectLargeTextFits(
	page: Page,
	state: string,
	prepare: () => Promise<void> = async () => {},
): Promise<void> {
	const own = page.viewportSize()
	const settings = await page.context().newCDPSession(page)
	await settings.send('Page.enable')
	const setLetters = (pixels: number) =>
		settings.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
	for (const { name, width, letters } of tightScreens) {
		await page.setViewportSize({ width, height: 844 })
		await setLetters(letters)
		await prepare()
		await expectTextFits(page, `${state}, ${name}`)
	}
	await setLetters(16)
	await settings.detach()
	if (own !== null) await page.setViewportSize(own)
}

/** Opens everything on the page that is folded away. */
export async function unfold(page: Page): Promise<void> {
	await page
		.getByRole('main')
		.locator('details')
		.evaluateAll((all) => {
			for (const details of all) details.setAttribute('open', '')
		})
}

/** Runs in the page. Returns the texts that are cut off, or that extend beyond the screen or their row. */
function findCutText(): string[] {
	const { clientWidth, scrollWidth } = document.documentElement
	const cut = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : []
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
		const holder = text.parentElement
		if (holder === null || text.textContent?.trim() === '' || isUnseen(holder)) continue
		const edges = edgesAround(holder)
		const range = document.createRange()
		range.selectNodeContents(text)
		const isCut = Array.from(range.getClientRects()).some(
			({ left, right, width }) => width > 1 && (left < edges.left - 1 || right > edges.right + 1),
		)
		if (isCut) cut.push(text.textContent?.trim().slice(0, 50) ?? '')
	}
	return cut

	function isUnseen(element: Element): boolean {
		return (
			!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
			element.closest('.sr-only, noscript, [aria-hidden="true"]') !== null
		)
	}

	/** Returns the edges between which an element is visible. In a row that scrolls, those are the edges of its item. */
	function edgesAround(element: Element): { left: number; right: number } {
		const edges = { left: 0, right: clientWidth }
		let inner = element
		for (
			let outer: Element | null = element;
			outer !== null && outer !== document.body;
			outer = outer.parentElement
		) {
			const { overflowX, display } = getComputedStyle(outer)
			const { left, right } = outer.getBoundingClientRect()
			if (overflowX === 'auto' || overflowX === 'scroll') {
				const place = inner.getBoundingClientRect()
				return { left: place.left, right: place.right }
			}
			if (overflowX !== 'visible' && display !== 'inline') {
				edges.left = Math.max(edges.left, left)
				edges.right = Math.min(edges.right, right)
			}
			inner = outer
		}
		return edges
	}
}
