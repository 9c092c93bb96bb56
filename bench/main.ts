import { startShopProcess } from '../e2e/shop-process.ts'
import { authFigures } from './auth/auth-figures.ts'
import { costFigures } from './costs.ts'
import { isMet, printFigures } from './figure.ts'
import { median } from './load.ts'
import { moneyFigures, moneyParts } from './money/money-figures.ts'
import { pageFromMemoryFigure } from './page-from-memory.ts'
import { realtimeFigures } from './realtime/realtime-figures.ts'
import { residentBytes } from './shop.ts'

// `npm run bench`, `bench:auth`, `bench:money` and `bench:realtime`: performance figures, each with a baseline in the same run. Exits with 1 if a target
// is missed. `npm run bench:money -- events` measures only the named parts.

const [area, ...parts] = process.argv.slice(2)
const areas: Record<string, () => Promise<boolean>> = {
	auth: authFigures,
	costs: () => costFigures(parts),
	realtime: realtimeFigures,
	money: () =>
		moneyFigures(parts.length === 0 ? moneyParts : moneyParts.filter((part) => parts.includes(part))),
}
const results =
	area === undefined
		? [await startFigures(), await authFigures(), await moneyFigures(), await realtimeFigures()]
		: [await areas[area]?.()]
const allMet = results.every(Boolean)
console.log(allMet ? 'All targets are met.' : 'Some targets are missed.')
process.exit(allMet ? 0 : 1)

async function startFigures(): Promise<boolean> {
	const shop = await startShopProcess({ LOG_LEVEL: 'warn' })
	const figure = await pageFromMemoryFigure(shop).finally(shop.dispose)
	const start = await warmStart()
	printFigures([figure])
	console.log(
		`Warm start to the first response: ${start.seconds.toFixed(2)} s (target 3). Idle memory: ${start.idleMegabytes.toFixed(0)} MB (target 150).`,
	)
	return isMet(figure) && start.seconds <= 3 && start.idleMegabytes <= 150
}

/** Measures the seconds from a warm start to the first response, and the memory of the idle server. */
async function warmStart(): Promise<{ seconds: number; idleMegabytes: number }> {
	const shop = await startShopProcess()
	const seconds: number[] = []
	for (let round = 0; round < 3; round += 1) {
		await shop.stop()
		const startedAt = performance.now()
		await shop.restart()
		seconds.push((performance.now() - startedAt) / 1000)
	}
	await new Promise((resolve) => setTimeout(resolve, 2_000))
	const idleMegabytes = (await residentBytes(shop.pid())) / (1 << 20)
	await shop.dispose()
	return { seconds: median(seconds), idleMegabytes }
}
