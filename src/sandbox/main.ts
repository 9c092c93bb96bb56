import { readSandboxConfig } from '#sandbox/config.ts'
import { randomId } from '#sandbox/ids.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { systemClock } from '#shared/clock.ts'

// The parent process may have ended, and the pipe with it. A log line that cannot be written must not end the sandbox.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const log = (line: string) => {
	process.stderr.write(`${systemClock.now().toISOString()} ${line}\n`)
}

try {
	let stop = async () => {}
	let stopping = false
	const stopOnce = () => {
		if (stopping) return
		stopping = true
		stop().then(
			() => process.exit(0),
			(error: unknown) => {
				log(`stopping: ${String(error)}`)
				process.exit(1)
			},
		)
	}
	const sandbox = await startSandbox({
		...readSandboxConfig(),
		clock: systemClock,
		newId: randomId,
		random: Math.random,
		log,
		onStopAsked: () => setImmediate(stopOnce),
	})
	stop = sandbox.stop
	process.on('SIGTERM', stopOnce)
	process.on('SIGINT', stopOnce)
	log(`sandbox on port ${sandbox.port}, mail on port ${sandbox.smtpPort}`)
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
	process.exitCode = 1
}
