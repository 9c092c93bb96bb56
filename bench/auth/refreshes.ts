import { startBare } from '../bare-process.ts'
import type { Figure } from '../figure.ts'
import { askInLanes, takeTurns } from '../load.ts'
import { type AuthWire, refresh, signIn } from './auth-wire.ts'

const lanes = 16
const seconds = 2.5

/** Sessions refreshed one token after the other, next to a bare `node:http` doing the same statements on the bare driver. */
export async function refreshesFigure(wire: AuthWire, databaseUrl: string): Promise<Figure> {
	const bare = await startBare({ kind: 'refresh', databaseUrl })
	const ours = await chain(wire, wire)
	const theirs = await chain(wire, { url: bare.url, key: wire.key })
	await ours()
	await theirs()
	const { a, b, ratio } = await takeTurns(ours, theirs)
	bare.stop()
	return {
		name: 'a refresh',
		next: 'bare node:http, same statements on pg',
		hold: 0.5,
		ratio,
		ours: a,
		baseline: b,
	}
}

/** Sessions of their own, each of which knows its newest token. */
async function chain(wire: AuthWire, at: Pick<AuthWire, 'url' | 'key'>) {
	const tokens: string[] = []
	for (let lane = 0; lane < lanes; lane += 1) tokens.push((await signIn(wire, lane)).refreshToken)
	return () =>
		askInLanes({ lanes, seconds }, async (lane) => {
			const next = await refresh(at, tokens[lane] ?? '')
			tokens[lane] = next ?? ''
			return next !== undefined
		})
}
