import type { FullConfig } from '@playwright/test'
import { z } from 'zod'
import { freePort } from '#test/free-port.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

/** What a journey needs to know about a shop that was started for the run. */
export type Shop = Pick<ShopProcess, 'url' | 'sandboxUrl' | 'dataDir' | 'adminUrl'>

const shopsSchema = z
	.array(z.object({ url: z.url(), sandboxUrl: z.url(), dataDir: z.string(), adminUrl: z.url() }))
	.min(1)

/**
 * Starts one shop for each parallel worker, and returns a function that stops them. Playwright starts new workers for each
 * screen and after each failure, so a worker that started its own shop would repeat the most expensive step.
 */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
	const started = await Promise.allSettled(Array.from({ length: workers }, () => startShopWithAdmin()))
	const shops = started.flatMap((shop) => (shop.status === 'fulfilled' ? [shop.value] : []))
	const stop = async () => void (await Promise.all(shops.map((shop) => shop.dispose())))
	const failed = started.find((shop) => shop.status === 'rejected')
	if (failed !== undefined) {
		await stop()
		throw failed.reason
	}
	process.stdout.write(`JOURNEYS_SEED=${process.env.JOURNEYS_SEED}\n`)
	// The workers inherit the environment.
	process.env.JOURNEY_SHOPS = JSON.stringify(
		shops.map(({ url, sandboxUrl, dataDir, adminUrl }) => ({ url, sandboxUrl, dataDir, adminUrl })),
	)
	return stop
}

/** Starts a shop that also serves its admin. */
export async function startShopWithAdmin(settings: Record<string, string> = {}): Promise<ShopProcess> {
	const port = await freePort()
	return await startShopProcess({
		...settings,
		ADMIN_URL: `http://localhost:${port}`,
		ADMIN_PORT: String(port),
	})
}

/** Returns the shop of a worker. @param parallelIndex The worker's place among those that run at the same time, from 0. */
export function shopOfWorker(parallelIndex: number): Shop {
	const shop = shopsSchema.parse(JSON.parse(process.env.JOURNEY_SHOPS ?? '[]'))[parallelIndex]
	if (shop === undefined) throw new Error(`no shop was started for worker ${parallelIndex}`)
	return shop
}
