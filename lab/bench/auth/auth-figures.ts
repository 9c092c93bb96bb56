import type { Figure } from '../figure.ts'
import { restReadFigures } from '../rest-read.ts'
import { startShopOnDatabase } from '../shop.ts'
import { openAuthClient } from './auth-client.ts'
import { refreshFigures } from './refreshes.ts'
import { floodOfSignIns, signInFigures, steadySignIns } from './sign-ins.ts'

export const authParts = ['reads', 'refreshes', 'sign-ins', 'flood'] as const

/** Measures sign-ins, refreshes and signed-in reads. */
export async function authFigures(
	parts: readonly (typeof authParts)[number][] = authParts,
): Promise<Figure[]> {
	const started = await startShopOnDatabase()
	const { shop, databaseUrl, dispose } = started
	const figures: Figure[] = []
	try {
		const auth = await openAuthClient(shop, databaseUrl)
		if (parts.includes('reads')) figures.push(...(await restReadFigures(started)))
		if (parts.includes('refreshes')) figures.push(...(await refreshFigures(auth, started)))
		if (parts.includes('sign-ins')) figures.push(...(await signInFigures(auth, started)))
		if (!parts.includes('flood')) return figures
		const steady = await steadySignIns(auth)
		const flood = await floodOfSignIns(auth, shop)
		return [
			...figures,
			row('10 sign-ins a second: not successful', '', steady.offered - steady.done, 0),
			row('10 sign-ins a second: p95', 'ms', steady.doneP95Ms, 1_000),
			{ name: 'sign-ins a second that the shop can handle', unit: '1/s', values: [flood.carriedPerSecond] },
			{
				name: 'five times those sign-ins: successful',
				unit: '',
				values: [flood.done],
				limit: { atLeast: 1 },
			},
			{
				name: 'five times those sign-ins: refused',
				unit: '',
				values: [flood.refused],
				limit: { atLeast: 1 },
			},
			row('five times those sign-ins: neither', '', flood.failed, 0),
			row('five times those sign-ins: refused within (p99)', 'ms', flood.refusedP99Ms, 250),
			row('five times those sign-ins: pages meanwhile, p99', 'ms', flood.pageP99Ms, 100),
			row('five times those sign-ins: additional memory', 'MB', flood.moreMegabytes, 80),
		]
	} finally {
		await dispose()
	}
}

function row(name: string, unit: string, value: number, atMost: number): Figure {
	return { name, unit, values: [value], limit: { atMost } }
}
