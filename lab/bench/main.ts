import { startShopProcess } from '../../e2e/shop-process.ts'
import { authFigures, authParts } from './auth/auth-figures.ts'
import { printChanges } from './compare-results.ts'
import { costFigures } from './costs.ts'
import type { Figure } from './figure.ts'
import { moneyFigures, moneyParts } from './money/money-figures.ts'
import { overloadFigures } from './overload/overload-figures.ts'
import { pageFromMemoryFigures } from './page-from-memory.ts'
import { realtimeFigures, realtimeParts } from './realtime/realtime-figures.ts'
import { renderFigures } from './render.ts'
import { readResults, report } from './results.ts'
import { residentBytes } from './shop.ts'

// `npm run bench`, `bench:auth`, `bench:money` and `bench:realtime` measure performance and write the results to lab/bench/results.
// Most figures have a baseline in the same run. Exits with 1 if a figure is outside its limit. `npm run bench:money -- events`
// measures only the named parts. `npm run bench -- compare <old.json>` compares the latest results with earlier ones.

const startParts = ['page', 'process'] as const

const [area, ...parts] = process.argv.slice(2)
const ownParts = <P extends string>(all: readonly P[]) =>
	parts.length === 0 ? all : all.filter((part) => parts.includes(part))
const areas: Record<string, () => Promise<Figure[]>> = {
	start: () => startFigures(ownParts(startParts)),
	auth: () => authFigures(ownParts(authParts)),
	money: () => moneyFigures(ownParts(moneyParts)),
	realtime: () => realtimeFigures(ownParts(realtimeParts)),
	costs: () => costFigures(parts),
	overload: overloadFigures,
	render: renderFigures,
}
const usual = ['start', 'auth', 'money', 'realtime']

if (area === 'compare') {
	const [old = '', now] = parts
	process.exit(printChanges(await readResults(old), await readResults(now)) ? 0 : 1)
}
const figures: Figure[] = []
for (const name of area === undefined ? usual : [area]) figures.push(...((await areas[name]?.()) ?? []))
const allMet = await report(area ?? 'all', figures)
console.log(allMet ? 'Every figure is within its limit.' : 'Some figures are not within their limits.')
process.exit(allMet ? 0 : 1)

async function startFigures(chosen: readonly (typeof startParts)[number][]): Promise<Figure[]> {
	const found: Figure[] = []
	if (chosen.includes('page')) {
		const shop = await startShopProcess()
		found.push(...(await pageFromMemoryFigures(shop).finally(shop.dispose)))
	}
	if (chosen.includes('process')) found.push(...(await warmStart()))
	return found
}

/** Measures the seconds from a warm start to the first response, and the memory of the idle server. */
async function warmStart(): Promise<Figure[]> {
	const shop = await startShopProcess()
	const seconds: number[] = []
	for (let round = 0; round < 5; round += 1) {
		await shop.stop()
		const startedAt = performance.now()
		await shop.restart()
		seconds.push((performance.now() - startedAt) / 1000)
	}
	// Half a minute after its start, the server has compressed its pages and returned memory to the system.
	await new Promise((resolve) => setTimeout(resolve, 30_000))
	const idleMegabytes = (await residentBytes(shop.pid())) / (1 << 20)
	await shop.dispose()
	return [
		{ name: 'a warm start, to the first response', unit: 's', values: seconds, limit: { atMost: 2 } },
		{ name: 'memory of the idle server', unit: 'MiB', values: [idleMegabytes], limit: { atMost: 120 } },
	]
}
