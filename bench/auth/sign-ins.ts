import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { ShopProcess } from '../../e2e/shop-process.ts'
import type { Figure } from '../figure.ts'
import { compare, percentile, runWorkers } from '../load.ts'
import { residentBytes } from '../shop.ts'
import { type AuthClient, signIn } from './auth-client.ts'
import { type RateResult, requestAtRate, summarise } from './constant-rate.ts'

const seconds = 2.5
const resultSchema = z.object({
	perSecond: z.number(),
	p50Ms: z.number(),
	p95Ms: z.number(),
	p99Ms: z.number(),
	bytesPerSecond: z.number(),
	failures: z.number(),
})

/** Signs in as fast as possible, compared with only verifying the password. */
export async function signInsFigure(auth: AuthClient): Promise<Figure> {
	const password = 'quiet-harbour-bench'
	const hash = await createPasswordHasher().hash(password, 'bench')
	const child = fork(fileURLToPath(new URL('./hash-loop.ts', import.meta.url)), {
		execArgv: ['--disable-warning=ExperimentalWarning'],
	})
	const hashes = async () => {
		const answered = new Promise((resolve) => child.once('message', resolve))
		child.send({ hash, password, seconds })
		return resultSchema.parse(await answered)
	}
	const signIns = () =>
		runWorkers({ workers: 8, seconds }, async (worker) => (await signIn(auth, worker)).status === 200)
	await signIns()
	const { a, b, ratio } = await compare(signIns, hashes)
	child.kill()
	return {
		name: 'a sign-in',
		baselineName: 'argon2 alone, same cost',
		target: 0.8,
		ratio,
		ours: a,
		baseline: b,
	}
}

/** Measures ten sign-ins per second, which the shop can handle. */
export async function steadySignIns(auth: AuthClient): Promise<RateResult> {
	return summarise(await requestAtRate({ perSecond: 10, seconds: 5 }, (index) => signIn(auth, index)))
}

export interface Flood extends RateResult {
	pageP99Ms: number
	moreMegabytes: number
}

/** Measures two hundred sign-ins per second, more than a small server can handle, while pages are read. */
export async function floodOfSignIns(auth: AuthClient, shop: ShopProcess): Promise<Flood> {
	const before = await residentBytes(shop.pid())
	let most = before
	let isOver = false
	const pages = readPages(shop.url, () => isOver)
	const watch = setInterval(async () => {
		most = Math.max(most, await residentBytes(shop.pid()))
	}, 100)
	const answers = await requestAtRate({ perSecond: 200, seconds: 5 }, (index) => signIn(auth, index))
	isOver = true
	clearInterval(watch)
	return {
		...summarise(answers),
		pageP99Ms: percentile(await pages, 99),
		moreMegabytes: (most - before) / (1 << 20),
	}
}

/** Four readers request pages. Returns the response times in milliseconds. */
async function readPages(url: string, isOver: () => boolean): Promise<number[]> {
	const times: number[] = []
	await Promise.all(
		Array.from({ length: 4 }, async () => {
			while (!isOver()) {
				const start = performance.now()
				await (await fetch(url)).arrayBuffer()
				times.push(performance.now() - start)
				await new Promise((resolve) => setTimeout(resolve, 10))
			}
		}),
	)
	return times
}
