import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { startShopProcess } from '../../e2e/shop-process.ts'
import { isHeld } from '../figure.ts'
import { printFigures } from '../print-figures.ts'
import { restReadFigure } from '../rest-read.ts'
import { openAuthWire } from './auth-wire.ts'
import { refreshesFigure } from './refreshes.ts'
import { floodOfSignIns, signInsFigure, steadySignIns } from './sign-ins.ts'

/** Signing in, staying so and reading as who one is, each next to something else in the same run; prints them. Resolves with whether all are held. */
export async function authFigures(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-bench-'))
	await chmod(folder, 0o755)
	const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
	const shop = await startShopProcess({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
	try {
		const wire = await openAuthWire(shop, postgres.url)
		const figures = [
			await signInsFigure(wire),
			await refreshesFigure(wire, postgres.url),
			await restReadFigure(shop, postgres.url, 3),
		]
		const steady = await steadySignIns(wire)
		const flood = await floodOfSignIns(wire, shop)
		printFigures(figures)
		const rows = [
			row('10 sign-ins a second: not done', steady.offered - steady.done, 0),
			row('10 sign-ins a second: p95 ms', steady.doneP95Ms, 1_000),
			row(`200 a second (${flood.done} done, ${flood.refused} refused): neither`, flood.failed, 0),
			row('200 a second: refused within ms (p99)', flood.refusedP99Ms, 250),
			row('200 a second: pages meanwhile, p99 ms', flood.pageP99Ms, 100),
			row('200 a second: more memory, MB', flood.moreMegabytes, 80),
		]
		console.table(rows)
		return figures.every(isHeld) && rows.every(({ held }) => held === 'yes') && flood.refused > 0
	} finally {
		await shop.dispose()
		await postgres.stop()
		await rm(folder, { recursive: true, force: true })
	}
}

function row(what: string, value: number, atMost: number) {
	return { what, measured: Math.round(value), 'at most': atMost, held: value <= atMost ? 'yes' : 'NO' }
}
