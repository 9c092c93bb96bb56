import { cv } from '#test/checkout.ts'
import { noPromises } from '../../../test/faults/promises.ts'
import { createShopper, type Shopper } from '../../../test/faults/shopper.ts'
import { percentile } from '../statistics.ts'
import type { MoneyShop } from './money-shop.ts'

export interface CheckoutsFigure {
	opened: number
	p95Ms: number
	/** The shortest time fifty calls can take under the shop's own limits: ten concurrent and twenty per second. */
	leastMs: number
	pageBeforeMs: number
	pageWhileHungMs: number
	refusedQuickly: number
}

const buyers = 50
const providerMs = 300
const concurrency = 10
const callsPerSecond = 20

/**
 * Lets fifty users press Buy at the same time, first while the provider is slow and then while it hangs. While it
 * hangs, others read pages.
 */
export async function checkouts(shop: MoneyShop): Promise<CheckoutsFigure> {
	const { url, sandboxUrl } = shop.process
	const people: Shopper[] = []
	for (let made = 0; made < buyers; made += 5)
		people.push(
			...(await Promise.all(
				Array.from({ length: 5 }, () => createShopper({ url, sandboxUrl, promises: noPromises() })),
			)),
		)
	await shop.switches({ operations: [slow('delay', providerMs)] })
	const startedAt = performance.now()
	const times: number[] = []
	const opened = await Promise.all(
		people.map(async (person) => {
			const checkoutSessionId = await person.open(cv)
			times.push(performance.now() - startedAt)
			return checkoutSessionId
		}),
	)
	await shop.switches({ operations: [] })
	const pageBeforeMs = await pageP99(url, 3_000)
	await shop.switches({ operations: [slow('hang', 60_000)] })
	const hung = people.map(async (person) => {
		const start = performance.now()
		await person.open({
			...cv,
			productName: 'Student Budget Planner',
			stripeProductId: 'prod_budget_planner',
		})
		return performance.now() - start
	})
	const pageWhileHungMs = await pageP99(url, 3_000)
	const waits = await Promise.all(hung)
	await shop.switches({ operations: [] })
	return {
		opened: opened.filter((checkoutSessionId) => checkoutSessionId !== undefined).length,
		p95Ms: percentile(times, 95),
		leastMs: Math.max(
			(buyers / concurrency) * providerMs,
			Math.floor((buyers - 1) / callsPerSecond) * 1_000 + providerMs,
		),
		pageBeforeMs,
		pageWhileHungMs,
		refusedQuickly: waits.filter((wait) => wait < 4_000).length,
	}
}

function slow(fault: string, ms: number): object {
	return { operation: 'checkout.sessions.create', fault, next: 100_000, ms }
}

/** Returns the 99th percentile of page loads by eight concurrent readers. */
async function pageP99(url: string, ms: number): Promise<number> {
	const times: number[] = []
	const end = performance.now() + ms
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			while (performance.now() < end) {
				const start = performance.now()
				const page = await fetch(url)
				await page.arrayBuffer()
				times.push(performance.now() - start)
				await new Promise((resolve) => setTimeout(resolve, 5))
			}
		}),
	)
	return percentile(times, 99)
}
