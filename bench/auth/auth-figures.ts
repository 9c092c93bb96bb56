import { isMet, printFigures } from '../figure.ts'
import { restReadFigure } from '../rest-read.ts'
import { startShopOnDatabase } from '../shop.ts'
import { openAuthClient } from './auth-client.ts'
import { refreshesFigure } from './refreshes.ts'
import { floodOfSignIns, signInsFigure, steadySignIns } from './sign-ins.ts'

/** Measures and prints sign-ins, refreshes and signed-in reads. Returns whether all targets are met. */
export async function authFigures(): Promise<boolean> {
	const { shop, databaseUrl, dispose } = await startShopOnDatabase()
	try {
		const auth = await openAuthClient(shop, databaseUrl)
		const figures = [
			await signInsFigure(auth),
			await refreshesFigure(auth, databaseUrl),
			await restReadFigure(shop, databaseUrl, 3),
		]
		const steady = await steadySignIns(auth)
		const flood = await floodOfSignIns(auth, shop)
		printFigures(figures)
		const rows = [
			row('10 sign-ins per second: not successful', steady.offered - steady.done, 0),
			row('10 sign-ins per second: p95 ms', steady.doneP95Ms, 1_000),
			row(`200 per second (${flood.done} successful, ${flood.refused} refused): neither`, flood.failed, 0),
			row('200 per second: refused within ms (p99)', flood.refusedP99Ms, 250),
			row('200 per second: pages meanwhile, p99 ms', flood.pageP99Ms, 100),
			row('200 per second: additional memory, MB', flood.moreMegabytes, 80),
		]
		console.table(rows)
		return figures.every(isMet) && rows.every(({ met }) => met === 'yes') && flood.refused > 0
	} finally {
		await dispose()
	}
}

function row(figure: string, value: number, atMost: number) {
	return { figure, measured: Math.round(value), 'at most': atMost, met: value <= atMost ? 'yes' : 'NO' }
}
