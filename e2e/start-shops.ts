import type { FullConfig } from '@playwright/test'
import { z } from 'zod'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

/** What a journey needs to know about a shop that was started for the run. */
export type Shop = Pick<ShopProcess, 'url' | 'sandboxUrl' | 'dataDir'>

const shopsSchema = z.array(z.object({ url: z.url(), sandboxUrl: z.url(), dataDir: z.string() })).min(1)

/**
 * Starts one shop for each parallel worker, and returns a function that stops them. Playwright starts new workers for each
 * screen and after each failure, so a worker that started its own shop would repeat the most expensive step.
 */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
	const started = await Promise.allSettled(Array.from({ length: workers }, () => startShopProcess()))
	const shops = started.flatMap((shop) => (shop.status === 'fulfilled' ? [shop.value] : []))
	const stop = async () => void (await Promise.all(shops.map((shop) => shop.dispose())))
	const failed = started.find((shop) => shop.status === 'rejected')
	if (failed !== undefined) {
		await stop()
		throw failed.reason
	}
	// The workers inherit the environment.
	process.env.JOURNEY_SHOPS = JSON.stringify(
		shops.map(({ url, sandboxUrl, dataDir }) => ({ url, sandboxUrl, dataDir })),
	)
	return stop
}

/** Returns the shop of a worker. @param parallelIndex Its place among those that run at the same time, from 0. */
export function shopOfWorker(parallelIndex: number): Shop {
	const shop = shopsSchema.parse(JSON.parse(process.env.JOURNEY_SHOPS ?? '[]'))[parallelIndex]
	if (shop === undefined) throw new Error(`no shop was started for worker ${parallelIndex}`)
	return shop
}
