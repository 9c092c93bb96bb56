import { readFileSync } from 'node:fs'
import { startShopProcess } from '../e2e/shop-process.ts'
import { median } from './load.ts'

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
	const status = readFileSync(`/proc/${shop.pid()}/status`, 'utf8')
	const idleMegabytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
	await shop.dispose()
	return { seconds: median(seconds), idleMegabytes }
}
