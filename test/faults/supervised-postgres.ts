import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { freePort } from '#test/free-port.ts'
import { startBalancer } from './balancer.ts'

/** A PostgreSQL with a fixed address. If it ends by itself, it is started again, as by a service manager. */
export interface SupervisedPostgres {
	/** The superuser's connection string. */
	url: string
	/** Returns the postmaster's process id. */
	pid(): number
	/** Stops and starts it. */
	restart(): Promise<void>
	stop(): Promise<void>
}

const restartMs = 1_000

export async function keepPostgresRunning(
	options: Omit<Parameters<typeof startEmbeddedPostgres>[0], 'onExit'>,
): Promise<SupervisedPostgres> {
	let isOpen = true
	let starting = Promise.resolve()
	const start = () => startEmbeddedPostgres({ ...options, onExit: () => (starting = startAgain()) })
	let running = await start()

	async function startAgain(): Promise<void> {
		while (isOpen) {
			await pause(restartMs)
			const started = await start().catch(() => undefined)
			if (started === undefined) continue
			running = started
			return
		}
	}

	const port = await freePort()
	const front = await startBalancer(port, () => [Number(new URL(running.url).port)])
	return {
		url: Object.assign(new URL(running.url), { port: String(port) }).href,
		pid: () => running.pid,
		restart: async () => {
			await starting
			await running.stop()
			running = await start()
		},
		stop: async () => {
			isOpen = false
			await starting
			await running.stop()
			await front.close()
		},
	}
}
