import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export interface Sandbox {
	port: number
	smtpUrl: string
	stop(): Promise<void>
}

interface SandboxOptions {
	port: number
	dataDir: string
	/** Where its events go. */
	shopUrl: string
	secretKey: string
	webhookSecret: string
}

const aboutSchema = z.object({
	product: z.literal('headstart-sandbox'),
	pid: z.int(),
	dir: z.string(),
	smtpPort: z.int(),
})

const main = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url))

/**
 * Starts what stands in for Stripe and the mail server. It is a process of its own that outlives a killed server, as the
 * real ones would; one left over from such a run is asked to go first. Throws a plain sentence where it cannot start.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const { port, dataDir, shopUrl, secretKey, webhookSecret } = options
	const dir = join(dataDir, 'sandbox')
	const origin = `http://127.0.0.1:${port}`
	await stopLeftOver(origin, dir, secretKey, port)
	mkdirSync(dir, { recursive: true })
	const log = openSync(join(dir, 'sandbox.log'), 'a')
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
		// Its own session: Ctrl-C in the terminal reaches the server, which then stops it in order.
		detached: true,
		stdio: ['ignore', log, log],
		env: {
			PATH: '/usr/bin:/bin',
			SANDBOX_PORT: String(port),
			SANDBOX_DIR: dir,
			SHOP_URL: shopUrl,
			STRIPE_SECRET_KEY: secretKey,
			STRIPE_WEBHOOK_SECRET: webhookSecret,
		},
	})
	closeSync(log)
	child.unref()
	const about = await untilItAnswers(origin, child)
	return {
		port,
		smtpUrl: `smtp://127.0.0.1:${about.smtpPort}`,
		stop: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return
			const gone = new Promise((resolve) => child.once('exit', resolve))
			child.kill('SIGTERM')
			const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000)
			await gone
			clearTimeout(impatience)
		},
	}
}

async function askAbout(origin: string): Promise<z.infer<typeof aboutSchema> | undefined> {
	try {
		const response = await fetch(`${origin}/sandbox.json`, { signal: AbortSignal.timeout(1_000) })
		return aboutSchema.safeParse(await response.json()).data
	} catch {
		return undefined
	}
}

async function stopLeftOver(origin: string, dir: string, secretKey: string, port: number): Promise<void> {
	const about = await askAbout(origin)
	if (about === undefined) return
	if (about.dir !== dir) {
		throw new Error(
			`Port ${port} is used by the sandbox of another shop. Give this one its own SANDBOX_PORT.`,
		)
	}
	await fetch(`${origin}/stop`, { method: 'POST', headers: { authorization: `Bearer ${secretKey}` } }).catch(
		() => {},
	)
	for (let tries = 0; tries < 50 && (await askAbout(origin)) !== undefined; tries += 1) await pause(100)
}

async function untilItAnswers(
	origin: string,
	child: ReturnType<typeof spawn>,
): Promise<z.infer<typeof aboutSchema>> {
	const deadline = performance.now() + 15_000
	while (performance.now() < deadline) {
		const about = await askAbout(origin)
		if (about?.pid === child.pid && about !== undefined) return about
		if (child.exitCode !== null) break
		await pause(50)
	}
	child.kill('SIGKILL')
	throw new Error(
		`The sandbox did not start: is port ${new URL(origin).port} in use? Give it another SANDBOX_PORT.`,
	)
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms))
}
