import { printFigures } from '../print-figures.ts'
import { eventBurst } from './burst.ts'
import { checkouts } from './checkouts.ts'
import { downloads } from './downloads.ts'
import { startMoneyShop } from './money-shop.ts'

/** Payments and downloads, each next to something else in the same run; prints them. Resolves with whether all are held. */
export async function moneyFigures(): Promise<boolean> {
	const shop = await startMoneyShop()
	try {
		const burst = await eventBurst(shop)
		const bought = await checkouts(shop)
		const { figures, slow } = await downloads(shop)
		printFigures(figures)
		const lines: [boolean, string][] = [
			[
				burst.accepted === burst.events &&
					burst.wrong === 0 &&
					burst.seconds <= 6 &&
					burst.appliedAfterSeconds <= 60,
				`Payment events: ${burst.accepted} of ${burst.events} accepted in ${burst.seconds.toFixed(1)} s (p99 ${burst.p99Ms.toFixed(0)} ms), 30 % repeats, all applied ${burst.appliedAfterSeconds.toFixed(1)} s later, ${burst.wrong} not exactly once (hold: all, 60 s, 0). The bare driver commits ${burst.bareCommitsPerSecond.toFixed(0)} a second.`,
			],
			[
				bought.opened === 50 && bought.p95Ms <= bought.leastMs + 1_000,
				`50 checkouts at once, provider at 300 ms: ${bought.opened} opened, p95 ${bought.p95Ms.toFixed(0)} ms (ten lines to the provider need ${bought.leastMs} ms; hold: that and 1 s).`,
			],
			[
				bought.pageWhileHungMs <= Math.max(50, bought.pageBeforeMs * 2),
				`Pages while 50 checkouts wait for a hung provider: p99 ${bought.pageWhileHungMs.toFixed(1)} ms, before ${bought.pageBeforeMs.toFixed(1)} ms (hold: twice that, or 50 ms); ${bought.refusedQuickly} told within 3 s (hold: 40).`,
			],
			[bought.refusedQuickly >= 40, ''],
			[
				slow.moreMegabytes <= 100,
				`${slow.readers} slow downloads of 20 MB: ${slow.moreMegabytes.toFixed(0)} MiB more (hold: 100).`,
			],
		]
		for (const [isHeld, line] of lines) if (line !== '') console.log(`${isHeld ? '' : 'NOT HELD  '}${line}`)
		const held =
			lines.every(([isHeld]) => isHeld) &&
			figures.every(({ ratio, hold, ours }) => ratio >= hold && ours.every((one) => one.failures === 0))
		return held
	} finally {
		await shop.dispose()
	}
}
