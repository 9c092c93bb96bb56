import { type Figure, figure } from '../figure.ts'
import { type CheckoutsFigure, checkouts } from './checkouts.ts'
import { downloads } from './downloads.ts'
import { startMoneyShop } from './money-shop.ts'
import { type EventsFigure, paymentEvents } from './payment-events.ts'
import { type SlowFigure, slowReaders } from './slow-readers.ts'

export const moneyParts = ['events', 'checkouts', 'downloads', 'slow-readers'] as const

/** Measures payments and downloads. */
export async function moneyFigures(
	parts: readonly (typeof moneyParts)[number][] = moneyParts,
): Promise<Figure[]> {
	const shop = await startMoneyShop()
	const figures: Figure[] = []
	try {
		if (parts.includes('events')) figures.push(...ofEvents(await paymentEvents(shop)))
		if (parts.includes('checkouts')) figures.push(...ofCheckouts(await checkouts(shop)))
		if (parts.includes('downloads')) figures.push(...(await downloads(shop)))
		if (parts.includes('slow-readers')) figures.push(...ofSlowReaders(await slowReaders(shop)))
		return figures
	} finally {
		await shop.dispose()
	}
}

function ofEvents(events: EventsFigure): Figure[] {
	const name = `${events.events} payment events, 30 % repeats`
	return [
		figure(`${name}: not accepted`, '', events.events - events.accepted, { atMost: 0 }),
		figure(`${name}: accepted within`, 's', events.seconds, { atMost: 6 }),
		figure(`${name}: p99`, 'ms', events.p99Ms),
		figure(`${name}: all applied, after the last one`, 's', events.appliedAfterSeconds, { atMost: 10 }),
		figure(`${name}: not applied exactly once`, '', events.wrong, { atMost: 0 }),
		figure('commits with the bare driver, twelve connections', '1/s', events.bareCommitsPerSecond),
	]
}

function ofCheckouts(bought: CheckoutsFigure): Figure[] {
	const name = '50 checkouts at once'
	return [
		figure(`${name}, a provider that takes 300 ms: opened`, '', bought.opened, { atLeast: 50 }),
		figure(
			`${name}, a provider that takes 300 ms: p95 beyond the shortest possible time`,
			'ms',
			bought.p95Ms - bought.leastMs,
			{
				atMost: 1_000,
			},
		),
		figure('pages before: p99', 'ms', bought.pageBeforeMs),
		figure(`${name}, a provider that hangs: pages meanwhile, p99`, 'ms', bought.pageWhileHungMs, {
			atMost: Math.max(50, bought.pageBeforeMs * 2),
		}),
		figure(`${name}, a provider that hangs: answered within 4 s`, '', bought.refusedQuickly, { atLeast: 40 }),
	]
}

function ofSlowReaders(slow: SlowFigure): Figure[] {
	const name = `${slow.readers} slow downloads of 20 MB`
	return [
		figure(`${name}: still receiving at the end`, '', slow.stillReading, { atLeast: slow.readers }),
		figure(`${name}: additional memory`, 'MiB', slow.moreMegabytes, { atMost: 80 }),
	]
}
