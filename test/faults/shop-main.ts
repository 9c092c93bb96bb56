import { z } from 'zod'
import { readProcessConfig } from '#server/platform/config/config.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import { startShop } from '#server/start-shop.ts'

// Runs the shop like `main.ts`, and kills it at the point that the parent process names.

const orderSchema = z.object({ dieAt: z.string() })
let dieAt: string | undefined

const faultPoint: FaultPoint = async (name) => {
	if (name !== dieAt) return
	process.kill(process.pid, 'SIGKILL')
	// Without this, the process would continue for a moment before the signal ends it.
	await new Promise(() => {})
}

process.on('message', (message) => {
	dieAt = orderSchema.parse(message).dieAt
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
