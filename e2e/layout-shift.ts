import type { BrowserContext } from '@playwright/test'

/** What the DOM's types lack. See https://wicg.github.io/layout-instability. */
interface LayoutShift extends PerformanceEntry {
	value: number
	hadRecentInput: boolean
	sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** The most that the parts of a page may move by themselves. From 0.1 on, https://web.dev/articles/cls asks for improvement. */
export const mostMovement = 0.05

/**
 * How long a visitor's action excuses what moves after it, in milliseconds. Browsers excuse only half a second, but on a busy machine
 * the answer of the shop or of a device takes longer.
 */
const answered = 10_000

/**
 * Reports an error in the console, which names the elements, if parts of a visitor's page move further than they may without an action
 * of the visitor. Like browsers, adds up the movements between two pauses of a second.
 */
export async function watchMovements(context: BrowserContext): Promise<void> {
	await context.addInitScript(
		({ most, excused }) => {
			// A frame is part of a page of the admin, which changes its size.
			if (window !== top) return
			let score = 0
			let parts: string[] = []
			let lastMoved = 0
			let lastAction = Number.NEGATIVE_INFINITY
			const act = () => {
				lastAction = performance.now()
			}
			// Playwright fills in a field without a key, and goes back without a press. A page that scrolls goes where the visitor wanted.
			for (const action of ['pointerdown', 'pointerup', 'keydown', 'input', 'popstate', 'resize', 'scroll'])
				addEventListener(action, act, { capture: true, passive: true })
			const place = ({ x, y, width, height }: DOMRectReadOnly) =>
				`${Math.round(width)}x${Math.round(height)} at ${Math.round(x)},${Math.round(y)}`
			new PerformanceObserver((list) => {
				for (const shift of list.getEntries() as LayoutShift[]) {
					const { value, hadRecentInput, sources, startTime } = shift
					// The admin and the sandbox lack the attribute.
					const isVisitors = document.documentElement.dataset.scripts !== undefined
					// On paper nothing moves.
					const isPaper = matchMedia('print').matches
					if (!isVisitors || isPaper || hadRecentInput || startTime - lastAction < excused) continue
					if (startTime - lastMoved > 1_000) {
						score = 0
						parts = []
					}
					lastMoved = startTime
					const isReported = score > most
					score += value
					parts.push(
						...sources.map(
							({ node, previousRect, currentRect }) =>
								`${node?.nodeName} “${node?.textContent?.slice(0, 40)}” from ${place(previousRect)} to ${place(currentRect)} after ${Math.round(startTime)} ms`,
						),
					)
					if (score > most && !isReported)
						console.error(`${location.pathname} moved by ${score.toFixed(3)}:\n${parts.join('\n')}`)
				}
			}).observe({ type: 'layout-shift', buffered: true })
		},
		{ most: mostMovement, excused: answered },
	)
}
