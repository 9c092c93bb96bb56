import { startBare } from '../bare-process.ts'
import type { Figure } from '../figure.ts'
import { compare, runWorkers } from '../load.ts'
import { type AuthClient, refresh, signIn } from './auth-client.ts'

const workers = 16
const seconds = 2.5

/** Refreshes sessions, compared with a bare `node:http` server that runs the same statements. */
export async function refreshesFigure(auth: AuthClient, databaseUrl: string): Promise<Figure> {
	const bare = await startBare({ kind: 'refresh', databaseUrl })
	const ours = await chain(auth, auth)
	const theirs = await chain(auth, { url: bare.url, key: auth.key })
	await ours()
	await theirs()
	const { a, b, ratio } = await compare(ours, theirs)
	bare.stop()
	return {
		name: 'a refresh',
		baselineName: 'bare node:http, same statements on pg',
		target: 0.5,
		ratio,
		ours: a,
		baseline: b,
	}
}

/** Signs in once per worker and returns a run that refreshes each session repeatedly. */
async function chain(auth: AuthClient, at: Pick<AuthClient, 'url' | 'key'>) {
	const tokens: string[] = []
	for (let worker = 0; worker < workers; worker += 1) tokens.push((await signIn(auth, worker)).refreshToken)
	return () =>
		runWorkers({ workers, seconds }, async (worker) => {
			const next = await refresh(at, tokens[worker] ?? '')
			tokens[worker] = next ?? ''
			return next !== undefined
		})
}
