import { startShopProcess } from '../e2e/shop-process.ts'
import { median } from './load.ts'
import { residentBytes } from './resident-memory.ts'

/** How long a warm start takes until the first answer, in seconds, and what the idle server holds in memory, in MB. */
export async function warmStart(): Promise<{ seconds: number; idleMegabytes: number }> {
	const shop = await startShopProcess()
	const seconds: number[] = []
	for (let round = 0; round < 3; round += 1) {
		await shop.stop()
		const begun = performance.now()
		await shop.restart()
		seconds.push((performance.now() - begun) / 1000)
	}
	await new Promise((resolve) => setTimeout(resolve, 2_000))
	const idleMegabytes = (await residentBytes(shop.pid())) / (1 << 20)
	await shop.dispose()
	return { seconds: median(seconds), idleMegabytes }
}
