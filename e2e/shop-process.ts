import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.ts'
import { serverArguments, serverEnvironment } from '../scripts/setup/node.mjs'
import { endProcessesIn } from '../scripts/setup/test-run.mjs'

/** The real shop in a process of its own, as `npm start` runs it after its set-up. */
export interface ShopProcess {
	url: string
	sandboxUrl: string
	/** Everything it keeps. */
	dataDir: string
	/** Process id of the server. */
	pid(): number | undefined
	/** Everything it printed so far. */
	output(): string
	/** Ends it as a person would, and resolves with its exit code. */
	stop(): Promise<number | null>
	/** Ends the server alone, as a crash would: its database and sandbox live on as orphans. */
	kill(): Promise<void>
	/** Tells the server's program something, where it listens. */
	send(message: object): void
	/** Resolves once the server is gone, by whatever hand. */
	gone(): Promise<void>
	/** Starts it again on the same folder and ports. */
	restart(): Promise<void>
	/** Stops it and removes its folder. */
	dispose(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const startLimitMs = 120_000

interface ShopProcessOptions {
	/** Another program than the shop's own, for tests that kill it from within. */
	program?: string
	/** Where the server itself answers, where its `SITE_URL` is another's: a balancer's. */
	url?: string
}

export async function startShopProcess(
	settings: Record<string, string> = {},
	{ program = 'src/server/main.ts', url: ownUrl }: ShopProcessOptions = {},
): Promise<ShopProcess> {
	const dataDir = await mkdtemp(join(tmpdir(), 'headstart-e2e-'))
	// As root, PostgreSQL's own user must be able to enter it, or its data would lie elsewhere and outlive this folder.
	await chmod(dataDir, 0o755)
	const [port, sandboxPort] = [await freePort(), await freePort()]
	const url = ownUrl ?? `http://127.0.0.1:${port}`
	let printed = ''
	let child = launch()
	try {
		await untilReady()
	} catch (error) {
		await dispose()
		throw error
	}

	function launch(): ChildProcess {
		const started = spawn(process.execPath, [...serverArguments.slice(0, -1), program], {
			cwd: root,
			// The channel closes with us: a run cut short leaves no shop behind.
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			env: {
				PATH: process.env.PATH ?? '/usr/bin:/bin',
				PORT: String(port),
				SANDBOX_PORT: String(sandboxPort),
				SITE_URL: url,
				DATA_DIR: dataDir,
				RATE_LIMIT_SCALE: '1000',
				...serverEnvironment,
				...settings,
			},
		})
		for (const stream of [started.stdout, started.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => {
				printed += text
			})
		}
		return started
	}

	async function untilReady(): Promise<void> {
		const deadline = performance.now() + startLimitMs
		while (performance.now() < deadline) {
			if (child.exitCode !== null || child.signalCode !== null)
				throw new Error(`the shop did not start:\n${printed}`)
			const ready = await fetch(`${url}/readyz`).then(
				(response) => response.ok,
				() => false,
			)
			if (ready) return
			await new Promise((resolve) => setTimeout(resolve, 50))
		}
		throw new Error(`the shop was not ready in time:\n${printed}`)
	}

	async function end(signal: NodeJS.Signals): Promise<number | null> {
		if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
		const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
		child.kill(signal)
		return await gone
	}

	return {
		url,
		sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
		dataDir: settings.DATA_DIR ?? dataDir,
		pid: () => child.pid,
		output: () => printed,
		send: (message) => void child.send(message),
		gone: async () => {
			if (child.exitCode === null && child.signalCode === null)
				await new Promise((resolve) => child.once('exit', resolve))
		},
		stop: () => end('SIGTERM'),
		kill: async () => {
			await end('SIGKILL')
		},
		restart: async () => {
			child = launch()
			await untilReady()
		},
		dispose,
	}

	async function dispose(): Promise<void> {
		await end('SIGTERM')
		// A server that was killed has left its database and its sandbox running.
		await endProcessesIn(dataDir)
		await rm(dataDir, { recursive: true, force: true })
	}
}
