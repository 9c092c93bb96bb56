import cluster from 'node:cluster'
import { readProcessConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import { keepTick } from '#server/platform/garbage.ts'
import { startShop } from './boot/start-shop.ts'

/** Starts the shop, and shuts it down on a signal or when something it depends on has failed. */
async function main(): Promise<void> {
	// If the terminal or pipe is closed, writing to it fails. That must not end the process before the shop has shut down properly.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
	const say = (line: string) => process.stdout.write(`${line}\n`)
	const fail = (sentence: string) => {
		process.stderr.write(`\n${sentence}\n`)
		process.exitCode = 1
	}
	// Listens for signals from the beginning. If a signal arrives during the start, the shop shuts down as soon as it has
	// started.
	const signalled = nextSignal()
	try {
		const shop = await startShop(readProcessConfig(), { say })
		const reason = await Promise.race([signalled, shop.broken])
		if (reason instanceof Error) fail(reason.message)
		else say('Closing the shop …')
		await shop.stop()
		say('Closed.')
	} catch (error) {
		if (error instanceof ConfigError)
			fail(
				`Some settings are wrong:\n${error.errors.map((line) => `  ${line}`).join('\n')}\n.env.example describes each, and docs/operating.md says where to get it.`,
			)
		else fail(error instanceof Error ? error.message : String(error))
	}
	// Everything is closed. Exits explicitly, because a library may have left a handle open that keeps the process alive.
	process.exit(process.exitCode ?? 0)
}

function nextSignal(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
		// `npm start` keeps an IPC channel to this process open. The channel closes if `npm start` is killed.
		process.once('disconnect', () => resolve('SIGHUP'))
	})
}

await keepTick()
if (cluster.isWorker) await (await import('./boot/open-as-worker.ts')).openAsWorker()
else await main()
