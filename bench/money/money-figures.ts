import { isHeld } from '../figure.ts'
import { printFigures } from '../print-figures.ts'
import { type BurstFigure, eventBurst } from './burst.ts'
import { type CheckoutsFigure, checkouts } from './checkouts.ts'
import { downloads } from './downloads.ts'
import { startMoneyShop } from './money-shop.ts'
import { type SlowFigure, slowReaders } from './slow-readers.ts'

export const moneyParts = ['events', 'checkouts', 'downloads', 'slow-readers'] as const

type Line = [held: boolean, line: string]

/** Payments and downloads, each next to something else in the same run; prints them. Resolves with whether all are held. */
export async function moneyFigures(
	parts: readonly (typeof moneyParts)[number][] = moneyParts,
): Promise<boolean> {
	const shop = await startMoneyShop()
	const lines: Line[] = []
	try {
		if (parts.includes('events')) lines.push(lineOfBurst(await eventBurst(shop)))
		if (parts.includes('checkouts')) lines.push(...linesOfCheckouts(await checkouts(shop)))
		const figures = parts.includes('downloads') ? await downloads(shop) : []
		if (parts.includes('slow-readers')) lines.push(lineOfSlow(await slowReaders(shop)))
		if (figures.length > 0) printFigures(figures)
		for (const [held, line] of lines) console.log(`${held ? '' : 'NOT HELD  '}${line}`)
		return lines.every(([held]) => held) && figures.every(isHeld)
	} finally {
		await shop.dispose()
	}
}

function lineOfBurst(burst: BurstFigure): Line {
	const held =
		burst.accepted === burst.events &&
		burst.wrong === 0 &&
		burst.seconds <= 6 &&
		burst.appliedAfterSeconds <= 60
	return [
		held,
		`Payment events: ${burst.accepted} of ${burst.events} accepted in ${burst.seconds.toFixed(1)} s (p99 ${burst.p99Ms.toFixed(0)} ms), 30 % repeats, all applied ${burst.appliedAfterSeconds.toFixed(1)} s later, ${burst.wrong} not exactly once (hold: all, 60 s, 0). The bare driver commits ${burst.bareCommitsPerSecond.toFixed(0)} a second.`,
	]
}

function linesOfCheckouts(bought: CheckoutsFigure): Line[] {
	return [
		[
			bought.opened === 50 && bought.p95Ms <= bought.leastMs + 1_000,
			`50 checkouts at once, provider at 300 ms: ${bought.opened} opened, p95 ${bought.p95Ms.toFixed(0)} ms (its rate to the provider needs ${bought.leastMs} ms; hold: that and 1 s).`,
		],
		[
			bought.pageWhileHungMs <= Math.max(50, bought.pageBeforeMs * 2) && bought.refusedQuickly >= 40,
			`Pages while 50 checkouts wait for a hung provider: p99 ${bought.pageWhileHungMs.toFixed(1)} ms, before ${bought.pageBeforeMs.toFixed(1)} ms (hold: twice that, or 50 ms); ${bought.refusedQuickly} told within 4 s (hold: 40).`,
		],
	]
}

function lineOfSlow(slow: SlowFigure): Line {
	return [
		slow.stillReading === slow.readers && slow.moreMegabytes <= 100,
		`${slow.readers} slow downloads of 20 MB, ${slow.stillReading} under way to the end (hold: all): ${slow.moreMegabytes.toFixed(0)} MiB more (hold: 100).`,
	]
}
