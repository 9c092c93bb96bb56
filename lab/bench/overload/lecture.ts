import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, figure } from '../figure.ts'
import type { MoneyShop } from '../money/money-shop.ts'
import { openVisitors } from './visitors.ts'

const listeners = 500
/** How often the official client repeats a read that was refused. */
const retries = 3

/** Lets everybody at a lecture read at the same moment, and repeats what is refused as the official client does. */
export async function lectureFigures(shop: MoneyShop, url: string): Promise<Figure[]> {
	const { read } = await openVisitors(shop, url)
	// Opens the connections, as loading the page does.
	await Promise.all(Array.from({ length: listeners }, async () => (await fetch(url)).arrayBuffer()))
	const startedAt = performance.now()
	const reads = await Promise.all(
		Array.from({ length: listeners }, async (_, index) => {
			for (let refusals = 0; ; refusals += 1) {
				const { status, retryAfter } = await read.ask(index)
				if (status === 200 || refusals === retries)
					return { refusals, isAnswered: status === 200, seconds: (performance.now() - startedAt) / 1000 }
				await pause(1_000 * Number(retryAfter))
			}
		}),
	)
	const lost = reads.filter(({ isAnswered }) => !isAnswered).length
	const figures = [
		figure('refused at first', '', reads.filter(({ refusals }) => refusals > 0).length),
		figure(`not answered after ${retries} more attempts`, '', lost, { atMost: 0 }),
		figure('the last is answered', 's', Math.max(...reads.map(({ seconds }) => seconds))),
	]
	return figures.map((one) => ({ ...one, name: `${listeners} reads at the same moment: ${one.name}` }))
}
