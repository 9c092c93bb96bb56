import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { startShopProcess } from '../../e2e/shop-process.ts'
import { isMet, printFigures } from '../figure.ts'
import { restReadFigure } from '../rest-read.ts'
import { openAuthClient } from './auth-client.ts'
import { refreshesFigure } from './refreshes.ts'
import { floodOfSignIns, signInsFigure, steadySignIns } from './sign-ins.ts'

/** Measures and prints sign-ins, refreshes and signed-in reads. Returns whether all targets are met. */
export async function authFigures(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-bench-'))
	await chmod(folder, 0o755)
	const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
	const shop = await startShopProcess({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
	try {
		const auth = await openAuthClient(shop, postgres.url)
		const figures = [
			await signInsFigure(auth),
			await refreshesFigure(auth, postgres.url),
			await restReadFigure(shop, postgres.url, 3),
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
		await shop.dispose()
		await postgres.stop()
		await rm(folder, { recursive: true, force: true })
	}
}

function row(figure: string, value: number, atMost: number) {
	return { figure, measured: Math.round(value), 'at most': atMost, met: value <= atMost ? 'yes' : 'NO' }
}
