import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded/start.ts'
import { startShopProcess } from '../e2e/shop-process.ts'
import type { Figure } from './figure.ts'
import { moneyFigures } from './money/money-figures.ts'
import { pagesFigure } from './pages.ts'
import { printFigures } from './print-figures.ts'
import { restReadFigure } from './rest-read.ts'
import { warmStart } from './start.ts'

// `npm run bench`: each figure next to its baseline in the same run. Exit status 1 where one is not held.

const folder = await mkdtemp(join(tmpdir(), 'headstart-bench-'))
await chmod(folder, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
const shop = await startShopProcess({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
const figures: Figure[] = []
try {
	figures.push(await pagesFigure(shop))
	figures.push(await restReadFigure(shop, postgres.url))
} finally {
	await shop.dispose()
	await postgres.stop()
	await rm(folder, { recursive: true, force: true })
}
const start = await warmStart()

printFigures(figures)
console.log(
	`Warm start to the first answer: ${start.seconds.toFixed(2)} s (hold 3). Idle memory: ${start.idleMegabytes.toFixed(0)} MB (hold 150).`,
)
const moneyHeld = await moneyFigures()
const held =
	moneyHeld &&
	figures.every(({ ratio, hold, ours }) => ratio >= hold && ours.every((one) => one.failures === 0)) &&
	start.seconds <= 3 &&
	start.idleMegabytes <= 150
console.log(held ? 'All figures hold.' : 'Some figures are not held.')
process.exit(held ? 0 : 1)
