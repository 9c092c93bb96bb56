import { ConfigError, readProcessConfig } from '#server/platform/config/config.ts'
import { startShop } from '#server/start-shop.ts'

/** Starts the shop and stops it in order: on a signal, or when something it cannot live without has gone. */
async function main(): Promise<void> {
	// A closed terminal or pipe takes the words with it, not the shop: it still has to stop in order.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
	const say = (line: string) => process.stdout.write(`${line}\n`)
	const fail = (sentence: string) => {
		process.stderr.write(`\n${sentence}\n`)
		process.exitCode = 1
	}
	// Listened for from the beginning: asked to stop while it starts, it stops in order as soon as it has.
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
			fail(`Some settings are wrong:\n${error.faults.map((fault) => `  ${fault}`).join('\n')}`)
		else fail(error instanceof Error ? error.message : String(error))
	}
	// Nothing of ours is left to do; a handle some library keeps open must not keep the terminal.
	process.exit(process.exitCode ?? 0)
}

function nextSignal(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
		// `npm start` holds a channel to us: it closes when whoever started us was killed without a word.
		process.once('disconnect', () => resolve('SIGHUP'))
	})
}

await main()
