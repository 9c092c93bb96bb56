import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const addressSchema = z.object({ port: z.number() })

/** Starts a baseline server in its own process. */
export async function startBare(job: object): Promise<{ url: string; pid: number; stop(): void }> {
	const child = fork(bareServer, { execArgv: ['--disable-warning=ExperimentalWarning'] })
	const address = new Promise((resolve) => child.once('message', resolve))
	child.send(job)
	const { port } = addressSchema.parse(await address)
	return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() }
}
