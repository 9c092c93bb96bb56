import type { Page } from '@playwright/test'

/** What the DOM's types lack. See https://wicg.github.io/layout-instability. */
interface LayoutShift extends PerformanceEntry {
	value: number
	hadRecentInput: boolean
	sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** The most that the parts of a page may move by themselves. From 0.1 on, https://web.dev/articles/cls asks for improvement. */
export const mostMovement = 0.05

/** How far parts of a page have moved by themselves, as a layout shift score, and which. */
export interface Movement {
	score: number
	parts: string[]
}

/** Measures how far parts of the present document have moved without an action of the visitor, since it began to load. */
export async function movementOf(page: Page): Promise<Movement> {
	return await page.evaluate(
		() =>
			new Promise<Movement>((resolve) => {
				const seen: LayoutShift[] = []
				new PerformanceObserver((list) => {
					seen.push(...(list.getEntries() as LayoutShift[]).filter(({ hadRecentInput }) => !hadRecentInput))
				}).observe({ type: 'layout-shift', buffered: true })
				const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}x${height} at ${x},${y}`
				setTimeout(() => {
					const parts = seen.flatMap(({ sources, startTime }) =>
						sources.map(
							({ node, previousRect, currentRect }) =>
								`${node?.nodeName} “${node?.textContent?.slice(0, 40)}” from ${place(previousRect)} to ${place(currentRect)} after ${Math.round(startTime)} ms`,
						),
					)
					resolve({ score: seen.reduce((sum, { value }) => sum + value, 0), parts })
				}, 300)
			}),
	)
}
