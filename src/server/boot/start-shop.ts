import type { Sandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import type { Config } from '#server/config/config.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import { launchNeighbours } from './launch-neighbours.ts'
import type { RunningShop } from './open-shop.ts'
import { stopAll } from './stop-all.ts'

interface StartOptions {
	/** Prints a line of progress to the terminal. */
	say: (line: string) => void
	/** A sandbox that several servers share. It is left running when this server stops. */
	runningSandbox?: Pick<Sandbox, 'smtpUrl'>
	/** Called at the points where a fault test may kill the server. */
	faultPoint?: FaultPoint
}

/**
 * Prepares the shop and opens it, in this process or in several workers. `stop` undoes the steps in reverse order. If a step
 * fails, those before it are undone in the same way. Throws an `Error` with a message for the owner.
 */
export async function startShop(
	config: Config,
	{ say, runningSandbox, faultPoint }: StartOptions,
): Promise<RunningShop> {
	const started = new AsyncDisposableStack()
	const broken = Promise.withResolvers<Error>()
	try {
		let signInToken: string | undefined
		const neighbours = await launchNeighbours(config, {
			started,
			say,
			runningSandbox,
			onExit: broken.resolve,
		})
		// Loads most of the server's code while they start.
		const { openLog, openLogDestination } = await import('#server/platform/logs/log.ts')
		const { longestStopMs, openShop } = await import('./open-shop.ts')
		const { prepareShop } = await import('./prepare-shop.ts')
		const { findWarnings, logFile, welcome } = await import('./start-messages.ts')
		const prepared = await prepareShop(config, neighbours, {
			say,
			onSignInLink: (token) => {
				signInToken = token
			},
		})
		const isAlone = config.workers === 1
		const destination = openLogDestination(logFile(config), { writer: isAlone ? 'only' : 'parent' })
		const log = openLog({ level: config.logLevel, destination })
		if (isAlone) {
			const shop = await openShop(config, prepared, { log, faultPoint })
			started.defer(() => shop.stop())
			void shop.broken.then(broken.resolve)
		} else {
			// The metrics port opens before the workers' ports. Once those are open, a proxy sends traffic, which should be
			// measured.
			if (config.metricsPort !== undefined) {
				const { serveWorkersMetrics } = await import('./serve-metrics.ts')
				const port = await serveWorkersMetrics({ config, log })
				started.defer(() => port.close())
			}
			const { startWorkers } = await import('#server/platform/workers/start-workers.ts')
			const workers = await startWorkers({
				count: config.workers,
				task: prepared,
				stopsWithinMs: longestStopMs(config) + 15_000,
				log,
			})
			started.defer(() => workers.stop())
		}
		for (const line of welcome(config, signInToken)) say(line)
		void findWarnings(config).then((warnings) => {
			const { quarantine } = prepared
			const quarantined = quarantine === undefined ? [] : [`Quarantined: ${sentenceOf(quarantine)}`]
			for (const warning of [...quarantined, ...warnings]) {
				say(`  ${warning}`)
				log.warn(warning)
			}
		})
		return { stop: () => stopAll(started), broken: broken.promise }
	} catch (error) {
		await stopAll(started).catch((failure: unknown) => say(String(failure)))
		throw error
	}
}
