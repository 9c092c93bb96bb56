import { mkdir } from 'node:fs/promises'
import { randomId } from '#sandbox/ids.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/sandbox.ts'
import type { Keys } from '#server/config/local-keys.ts'
import { systemClock } from '#shared/clock.ts'

interface TestSandboxOptions {
	dir: string
	shopUrl: string
	keys: Pick<Keys, 'sandboxSecretKey' | 'sandboxWebhookSecret'>
}

/**
 * Starts the real sandbox on a free port, within this process. The shop starts it as a separate process, but that would take
 * half a second of a core.
 */
export async function startTestSandbox({ dir, shopUrl, keys }: TestSandboxOptions): Promise<RunningSandbox> {
	await mkdir(dir, { recursive: true })
	const sandbox = await startSandbox({
		dir,
		host: '127.0.0.1',
		port: 0,
		shopUrl,
		publicUrl: undefined,
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		clock: systemClock,
		newId: randomId,
		random: Math.random,
		log: () => {},
		onStopAsked: () => {},
	})
	// How many calls a test makes in a second depends on the machine, so no test should reach the limit unless it tests the limit.
	const switched = await fetch(`http://127.0.0.1:${sandbox.port}/stripe/switches`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ callsPerSecond: 1_000_000 }),
	})
	if (!switched.ok) throw new Error(`the sandbox refused its switches: ${await switched.text()}`)
	return sandbox
}
