import { mkdir } from 'node:fs/promises'
import type { Keys } from '#server/local-keys.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-process.ts'
import { freePort } from '#test/free-port.ts'

interface TestSandboxOptions {
	dir: string
	shopUrl: string
	keys: Pick<Keys, 'sandboxSecretKey' | 'sandboxWebhookSecret'>
}

/** The real sandbox in a process of its own, on a free port. */
export async function startTestSandbox({ dir, shopUrl, keys }: TestSandboxOptions): Promise<Sandbox> {
	await mkdir(dir, { recursive: true })
	return await startSandbox({
		port: await freePort(),
		dataDir: dir,
		shopUrl,
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		say: () => {},
	})
}
