import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Checks that every line of text is within the screen and within its container. */
export async function expectTextFits(page: Page, state: string): Promise<void> {
	expect.soft(await page.evaluate(findCutText), `${state}: text beyond its edge`).toEqual([])
}

/** Runs in the page. Returns the texts that exceed the screen's edge, are cut off, or exceed their row. */
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

	/** Returns the edges between which an element is visible. Scrollable content must fit its own place in the row. */
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
