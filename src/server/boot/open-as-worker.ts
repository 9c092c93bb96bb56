import { z } from 'zod'
import { readWorkerConfig } from '#server/config/config.ts'
import { openLog, openLogDestination } from '#server/platform/logs/log.ts'
import { connectToParent } from '#server/platform/workers/connect-to-parent.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import { openShop, preparedSchema } from './open-shop.ts'
import { logFile } from './start-messages.ts'

const taskSchema = preparedSchema.extend({ worker: z.int() })

/** Opens the shop as one of several workers, and ends this process when the parent process tells it to stop. */
export async function openAsWorker(faultPoint?: FaultPoint): Promise<never> {
	const parent = connectToParent(taskSchema)
	const { worker, ...prepared } = await parent.task
	const config = readWorkerConfig()
	const destination = openLogDestination(logFile(config), { writer: 'worker' })
	const log = openLog({ level: config.logLevel, destination, worker })
	try {
		const shop = await openShop(config, prepared, { log, worker, faultPoint })
		await parent.tell({ report: 'open' })
		const reason = await Promise.race([parent.stopAsked, shop.broken])
		if (reason instanceof Error) {
			log.fatal(reason.message)
			process.exitCode = 1
		}
		await shop.stop()
	} catch (error) {
		await parent.tell({ report: 'failed', reason: error instanceof Error ? error.message : String(error) })
		process.exitCode = 1
	}
	await new Promise((resolve) => log.flush(resolve))
	// Everything is closed. Exits explicitly, because a library may have left a handle open that keeps the process alive.
	process.exit(process.exitCode ?? 0)
}
