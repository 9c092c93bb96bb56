import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { ShopProcess } from '../../e2e/shop-process.ts'
import type { Figure } from '../figure.ts'
import { askInLanes, takeTurns } from '../load.ts'
import { percentile } from '../percentile.ts'
import { residentBytes } from '../resident-memory.ts'
import { type AuthWire, signIn } from './auth-wire.ts'
import { judge, type Offered, offer } from './offered.ts'

const seconds = 2.5
const resultSchema = z.object({
	perSecond: z.number(),
	p50Ms: z.number(),
	p95Ms: z.number(),
	p99Ms: z.number(),
	bytesPerSecond: z.number(),
	failures: z.number(),
})

/** Sign-ins as fast as they are answered, next to nothing but checking the password. */
export async function signInsFigure(wire: AuthWire): Promise<Figure> {
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
		askInLanes({ lanes: 8, seconds }, async (lane) => (await signIn(wire, lane)).status === 200)
	await signIns()
	const { a, b, ratio } = await takeTurns(signIns, hashes)
	child.kill()
	return { name: 'a sign-in', next: 'argon2 alone, same cost', hold: 0.8, ratio, ours: a, baseline: b }
}

/** Ten a second, which the shop can do: how long they take. */
export async function steadySignIns(wire: AuthWire): Promise<Offered> {
	return judge(await offer({ perSecond: 10, seconds: 5 }, (index) => signIn(wire, index)))
}

export interface Flood extends Offered {
	pageP99Ms: number
	moreMegabytes: number
}

/** Two hundred a second, which no shop of this size can do, while others read pages. */
export async function floodOfSignIns(wire: AuthWire, shop: ShopProcess): Promise<Flood> {
	const before = await residentBytes(shop.pid())
	let most = before
	let isOver = false
	const pages = readPages(shop.url, () => isOver)
	const watch = setInterval(async () => {
		most = Math.max(most, await residentBytes(shop.pid()))
	}, 100)
	const answers = await offer({ perSecond: 200, seconds: 5 }, (index) => signIn(wire, index))
	isOver = true
	clearInterval(watch)
	return {
		...judge(answers),
		pageP99Ms: percentile(await pages, 99),
		moreMegabytes: (most - before) / (1 << 20),
	}
}

/** Four readers, one page after the other; how long each took, in milliseconds. */
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
