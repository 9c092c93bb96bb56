import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openLogDestination } from '#server/platform/logs/log.ts'
import { delayBeforeRestart, startWorkers } from '#server/platform/workers/start-workers.ts'
import { freePort } from '#test/free-port.ts'

const program = fileURLToPath(new URL('./testing/small-worker.ts', import.meta.url))
const parentProgram = fileURLToPath(new URL('./testing/small-parent.ts', import.meta.url))
const answerSchema = z.object({ worker: z.int(), pid: z.int() })

async function start(faults: Record<string, string> = {}) {
	const port = await freePort()
	const folder = await mkdtemp(join(tmpdir(), 'headstart-workers-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	const logFile = join(folder, 'shop.log')
	openLogDestination(logFile, { writer: 'parent', mostBytes: 60_000 })
	const workers = await startWorkers({
		count: 2,
		task: { port, logFile, faults },
		stopsWithinMs: 1_000,
		log: pino({ level: 'silent' }),
		program,
	})
	onTestFinished(() => workers.stop())
	return { workers, port, logFile }
}

/** Uses a new connection, because the system chooses a worker for each connection. */
async function ask(port: number) {
	const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
	return answerSchema.parse(await response.json())
}

/** Asks until every worker has answered, and returns their process ids by number. */
async function askBoth(port: number): Promise<Map<number, number>> {
	const pids = new Map<number, number>()
	await expect
		.poll(async () => {
			const { worker, pid } = await ask(port)
			pids.set(worker, pid)
			return [...pids.keys()].sort()
		})
		.toEqual([1, 2])
	return pids
}

test('workers share a port, and a killed worker is replaced while the other still answers', async () => {
	const { workers, port } = await start()
	const before = await askBoth(port)
	process.kill(before.get(2) ?? 0, 'SIGKILL')
	// The system takes a moment to end the process, and resets its connections.
	const pidOfSecond = async () => {
		const { worker, pid } = await ask(port).catch(() => ({ worker: 0, pid: 0 }))
		return worker === 2 ? pid : before.get(2)
	}
	await expect.poll(pidOfSecond).not.toBe(before.get(2))
	expect((await askBoth(port)).get(1)).toBe(before.get(1))
	await workers.stop()
	await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

test('workers write whole lines to one log, which is rotated for both', async () => {
	const { port, logFile } = await start()
	const read = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1)
	const writers = async (file: string) =>
		[
			...new Set(
				(await read(file)).map((line) => z.object({ worker: z.int() }).parse(JSON.parse(line)).worker),
			),
		].sort()
	await expect
		.poll(async () => {
			await ask(port)
			return [await writers(logFile), await writers(`${logFile}.1`)]
		})
		.toEqual([
			[1, 2],
			[1, 2],
		])
})

test('a worker that cannot start stops the others and names the reason', async () => {
	await expect(start({ 2: 'cannot start' })).rejects.toThrow('The port is too small.')
})

test('a worker that does not stop is killed', async () => {
	const { workers, port } = await start({ 1: 'never stops' })
	await workers.stop()
	await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

test('workers end when their parent is killed, even if nobody reads their log any more', async () => {
	const port = await freePort()
	const parent = spawn(process.execPath, [parentProgram, String(port)], {
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	onTestFinished(() => void parent.kill('SIGKILL'))
	// The test needs a log that nobody reads. Without this listener, Node would read the rest as soon as the parent ends.
	parent.stdout.on('readable', () => {})
	await expect.poll(() => ask(port).catch(() => undefined)).toBeDefined()
	// More lines than fit into the pipe, so that both workers still have lines to write.
	for (let line = 0; line < 50; line += 1) await ask(port)
	const pids = [...(await askBoth(port)).values()]
	onTestFinished(() => pids.filter(isRunning).forEach((pid) => void process.kill(pid, 'SIGKILL')))
	parent.kill('SIGKILL')
	await expect.poll(() => pids.filter(isRunning)).toEqual([])
})

test('a worker that keeps crashing is restarted after delays that grow to thirty seconds', () => {
	expect([1, 2, 3, 4, 8, 9, 100].map(delayBeforeRestart)).toEqual([
		0, 500, 1_000, 2_000, 30_000, 30_000, 30_000,
	])
})

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}
