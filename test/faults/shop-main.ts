import cluster from 'node:cluster'
import { subscribe } from 'node:diagnostics_channel'
import { openSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { openAsWorker } from '#server/boot/open-as-worker.ts'
import { startShop } from '#server/boot/start-shop.ts'
import { readProcessConfig } from '#server/config/config.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'

// Runs the shop like `main.ts`, and does what a test orders: dies at a point in the code, measures its memory, or leaks.

const orderSchema = z.union([
	z.object({ dieAt: z.string() }),
	z.object({ measure: z.literal(true) }),
	z.object({ leak: z.enum(['memory', 'files']) }),
])
let dieAt: string | undefined

const faultPoint: FaultPoint = async (name) => {
	if (name !== dieAt) return
	process.kill(process.pid, 'SIGKILL')
	// Without this, the process would continue for a moment before the signal ends it.
	await new Promise(() => {})
}

const leaked: unknown[] = []

/** Leaks on purpose, a little with each request. */
const leaks = {
	memory: () => void leaked.push(new Array(200).fill(leaked.length)),
	files: () => void (leaked.push(0) % 200 === 0 && openSync('/dev/null', 'r')),
}

/** Measures memory after a full garbage collection, so that only what is still referenced counts. */
function memoryInUse(): NodeJS.MemoryUsage {
	setFlagsFromString('--expose-gc')
	const collectGarbage: unknown = runInNewContext('gc')
	if (typeof collectGarbage === 'function') collectGarbage()
	return process.memoryUsage()
}

async function main(): Promise<void> {
	process.on('message', (message) => {
		const order = orderSchema.parse(message)
		if ('dieAt' in order) dieAt = order.dieAt
		else if ('leak' in order) subscribe('http.server.request.start', leaks[order.leak])
		else process.send?.(memoryInUse())
	})
	const asked = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
		process.once('disconnect', () => resolve())
	})
	const { SHARED_SMTP_URL: smtpUrl } = process.env
	const shop = await startShop(readProcessConfig(), {
		say: (line) => process.stdout.write(`${line}\n`),
		faultPoint,
		...(smtpUrl === undefined ? {} : { runningSandbox: { smtpUrl } }),
	})
	await asked
	await shop.stop()
	process.exit(0)
}

if (cluster.isWorker) await openAsWorker()
else await main()
