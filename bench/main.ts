import { startShopProcess } from '../e2e/shop-process.ts'
import { authFigures } from './auth/auth-figures.ts'
import { type Figure, isHeld } from './figure.ts'
import { moneyFigures } from './money/money-figures.ts'
import { pageFromMemoryFigure } from './page-from-memory.ts'
import { printFigures } from './print-figures.ts'
import { warmStart } from './start.ts'

// `npm run bench`: each figure next to its baseline in the same run. Exit status 1 where one is not held.

const shop = await startShopProcess({ LOG_LEVEL: 'warn' })
const figures: Figure[] = []
try {
	figures.push(await pageFromMemoryFigure(shop))
} finally {
	await shop.dispose()
}
const start = await warmStart()

printFigures(figures)
console.log(
	`Warm start to the first answer: ${start.seconds.toFixed(2)} s (hold 3). Idle memory: ${start.idleMegabytes.toFixed(0)} MB (hold 150).`,
)
const authHeld = await authFigures()
const moneyHeld = await moneyFigures()
const held =
	authHeld && moneyHeld && figures.every(isHeld) && start.seconds <= 3 && start.idleMegabytes <= 150
console.log(held ? 'All figures hold.' : 'Some figures are not held.')
process.exit(held ? 0 : 1)
