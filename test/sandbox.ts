import { mkdir } from 'node:fs/promises'
import { type Sandbox, startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import type { Keys } from '#server/platform/config/local-keys.ts'
import { freePort } from '#test/free-port.ts'

interface TestSandboxOptions {
	dir: string
	shopUrl: string
	keys: Pick<Keys, 'sandboxSecretKey' | 'sandboxWebhookSecret'>
}

/** Starts the real sandbox process on a free port. */
export async function startTestSandbox({ dir, shopUrl, keys }: TestSandboxOptions): Promise<Sandbox> {
	await mkdir(dir, { recursive: true })
	const sandbox = await startSandbox({
		port: await freePort(),
		dataDir: dir,
		shopUrl,
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		say: () => {},
	})
	// The number of calls a test makes in a second depends on the machine. Tests of the rate limit set their own.
	const switched = await fetch(`http://127.0.0.1:${sandbox.port}/stripe/switches`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ callsPerSecond: 1_000_000 }),
	})
	if (!switched.ok) throw new Error(`the sandbox refused its switches: ${await switched.text()}`)
	return sandbox
}
