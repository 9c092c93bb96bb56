import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.ts'
import { serverEnvironment, serverOptions, serverProgram } from '../scripts/setup/node.mjs'
import { endProcessesIn } from '../scripts/setup/test-run.mjs'
import { prepareData } from './prepared-data.ts'

/** A real shop in its own process, started in the way `npm start` starts it after the set-up. */
export interface ShopProcess {
	url: string
	sandboxUrl: string
	/** The origin of its admin; `none` by default. */
	adminUrl: string
	/** The folder with all its data. */
	dataDir: string
	/** The settings it runs with. */
	settings: Record<string, string>
	/** Returns the process id of the server. */
	pid(): number | undefined
	/** The output so far. */
	output(): string
	/** Stops it with a signal and returns its exit code. */
	stop(): Promise<number | null>
	/** Kills only the server, like a crash. Its database and sandbox keep running. */
	kill(): Promise<void>
	/** Sends a message to the server process, if it listens. */
	send(message: object): void
	/** Sends a message to the server process and returns its next one. */
	ask(message: object): Promise<unknown>
	/** Resolves once the server has ended, for any reason. */
	gone(): Promise<void>
	/** Restarts it with the same folder and ports. */
	restart(): Promise<void>
	/** Stops it and removes its folder. */
	dispose(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const startLimitMs = 200_000

interface ShopProcessOptions {
	/** Replaces the shop's program, for tests that kill it from within. */
	program?: string
	/** The server's own address, if `SITE_URL` is that of a load balancer. */
	url?: string
	/** Returns the folder of another release, which is then started instead of this one. */
	release?: () => string
}

export async function startShopProcess(
	settings: Record<string, string> = {},
	{
		release,
		program = release === undefined ? serverProgram : 'src/server/main.ts',
		url: ownUrl,
	}: ShopProcessOptions = {},
): Promise<ShopProcess> {
	const hasOwnData = settings.DATABASE_URL !== undefined || settings.DATA_DIR !== undefined
	const copyTo = hasOwnData || release !== undefined ? undefined : await prepareData(startOnce)
	const dataDir = await mkdtemp(join(tmpdir(), 'headstart-e2e-'))
	// If the tests run as root, PostgreSQL's own user must be able to enter the folder. Otherwise its data would be stored elsewhere.
	await chmod(dataDir, 0o755)
	await copyTo?.(dataDir)
	const [port, sandboxPort] = [await freePort(), await freePort()]
	// Not 127.0.0.1, because passkeys do not work with IP addresses.
	const url = ownUrl ?? `http://localhost:${port}`
	const allSettings = {
		PORT: String(port),
		SANDBOX_PORT: String(sandboxPort),
		ADMIN_URL: 'none',
		SITE_URL: url,
		DATA_DIR: dataDir,
		RATE_LIMIT_SCALE: '1000',
		...(settings.ADMIN_URL === undefined ? {} : { BACKUP_TO: join(dataDir, 'backups') }),
		...settings,
	}
	let printed = ''
	let child = launch()
	try {
		await untilReady()
	} catch (error) {
		await dispose()
		throw error
	}

	function launch(): ChildProcess {
		const started = spawn(process.execPath, [...serverOptions, program], {
			cwd: release?.() ?? root,
			// The server stops when this channel (`ipc`) closes, which it does when this process ends. So an interrupted run leaves no
			// shop behind.
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			env: {
				PATH: process.env.PATH ?? '/usr/bin:/bin',
				...serverEnvironment,
				...allSettings,
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
		adminUrl: allSettings.ADMIN_URL,
		dataDir: settings.DATA_DIR ?? dataDir,
		settings: allSettings,
		pid: () => child.pid,
		output: () => printed,
		send: (message) => void child.send(message),
		ask: (message) =>
			new Promise((resolve, reject) => {
				child.once('message', resolve)
				child.send(message, (error) => error !== null && reject(error))
			}),
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
		// A server that was killed leaves its database and sandbox running.
		await endProcessesIn(dataDir)
		await rm(dataDir, { recursive: true, force: true })
	}
}

async function startOnce(folder: string): Promise<void> {
	const first = await startShopProcess({ DATA_DIR: folder })
	try {
		await first.stop()
	} finally {
		await first.dispose()
	}
}
