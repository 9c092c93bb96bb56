import { isMet, printFigures } from '../figure.ts'
import { type CheckoutsFigure, checkouts } from './checkouts.ts'
import { downloads } from './downloads.ts'
import { startMoneyShop } from './money-shop.ts'
import { type EventsFigure, paymentEvents } from './payment-events.ts'
import { type SlowFigure, slowReaders } from './slow-readers.ts'

export const moneyParts = ['events', 'checkouts', 'downloads', 'slow-readers'] as const

type Line = [isMet: boolean, line: string]

/** Measures and prints payments and downloads. Returns whether all targets are met. */
export async function moneyFigures(
	parts: readonly (typeof moneyParts)[number][] = moneyParts,
): Promise<boolean> {
	const shop = await startMoneyShop()
	const lines: Line[] = []
	try {
		if (parts.includes('events')) lines.push(eventsLine(await paymentEvents(shop)))
		if (parts.includes('checkouts')) lines.push(...checkoutLines(await checkouts(shop)))
		const figures = parts.includes('downloads') ? await downloads(shop) : []
		if (parts.includes('slow-readers')) lines.push(slowReadersLine(await slowReaders(shop)))
		if (figures.length > 0) printFigures(figures)
		for (const [met, line] of lines) console.log(`${met ? '' : 'MISSED  '}${line}`)
		return lines.every(([met]) => met) && figures.every(isMet)
	} finally {
		await shop.dispose()
	}
}

function eventsLine(events: EventsFigure): Line {
	const met =
		events.accepted === events.events &&
		events.wrong === 0 &&
		events.seconds <= 6 &&
		events.appliedAfterSeconds <= 60
	return [
		met,
		`Payment events: ${events.accepted} of ${events.events} accepted in ${events.seconds.toFixed(1)} s (p99 ${events.p99Ms.toFixed(0)} ms), 30 % repeats, all applied ${events.appliedAfterSeconds.toFixed(1)} s later, ${events.wrong} not exactly once (target: all, 60 s, 0). The bare driver commits ${events.bareCommitsPerSecond.toFixed(0)} a second.`,
	]
}

function checkoutLines(bought: CheckoutsFigure): Line[] {
	return [
		[
			bought.opened === 50 && bought.p95Ms <= bought.leastMs + 1_000,
			`50 checkouts at once, with a provider delay of 300 ms: ${bought.opened} opened, p95 ${bought.p95Ms.toFixed(0)} ms (its rate to the provider needs ${bought.leastMs} ms; target: that and 1 s).`,
		],
		[
			bought.pageWhileHungMs <= Math.max(50, bought.pageBeforeMs * 2) && bought.refusedQuickly >= 40,
			`Pages while 50 checkouts wait for a hung provider: p99 ${bought.pageWhileHungMs.toFixed(1)} ms, before ${bought.pageBeforeMs.toFixed(1)} ms (target: twice that, or 50 ms); ${bought.refusedQuickly} answered within 4 s (target: 40).`,
		],
	]
}

function slowReadersLine(slow: SlowFigure): Line {
	return [
		slow.stillReading === slow.readers && slow.moreMegabytes <= 100,
		`${slow.readers} slow downloads of 20 MB, ${slow.stillReading} still receiving at the end (target: all): ${slow.moreMegabytes.toFixed(0)} MiB more memory (target: 100).`,
	]
}
