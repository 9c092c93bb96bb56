import type { CaptchaPurpose } from '#shared/captcha.ts'
import { watchedFetch } from '#web/session/failed-requests.ts'
import { numberIn, textIn } from '#web/session/read-fields.ts'
import { publishableKey } from '#web/site/site-settings.ts'
import type { Work } from './solve.ts'

/** In milliseconds. A slow phone needs half a second, or ten seconds if its browser doesn’t compile scripts. */
const longestWork = 30_000

/** Fetches a challenge and has a worker solve it, so that the page stays responsive. Returns the token; throws if that fails. */
export async function doWork(purpose: CaptchaPurpose): Promise<string> {
	const answer = await watchedFetch(`/auth/v1/captcha?purpose=${purpose}`, {
		headers: { apikey: publishableKey() },
	})
	if (!answer.ok) throw new Error(`no challenge: ${answer.status}`)
	const body: unknown = await answer.json()
	return await solveInWorker({
		challenge: textIn(body, 'challenge') ?? '',
		puzzles: numberIn(body, 'puzzles') ?? 0,
		bits: numberIn(body, 'bits') ?? 0,
	})
}

function solveInWorker(work: Work): Promise<string> {
	const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' })
	return new Promise<string>((resolve, reject) => {
		const giveUp = (event?: ErrorEvent) => reject(new Error(event?.message ?? 'the worker took too long'))
		worker.addEventListener('message', ({ data }) => resolve(String(data)))
		worker.addEventListener('error', giveUp)
		setTimeout(giveUp, longestWork)
		worker.postMessage(work)
	}).finally(() => worker.terminate())
}
