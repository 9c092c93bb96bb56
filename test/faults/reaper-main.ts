import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const [dataDir = '', sandboxUrl = ''] = process.argv.slice(2)
const aboutSchema = z.object({ pid: z.int(), dir: z.string() })
// A server that still lives ends in order by itself when its channel closes.
const serverMs = 30_000

process.on('message', () => {})
process.once('disconnect', async () => {
	for (let waited = 0; waited < serverMs && (await serverLives()); waited += 500) await pause(500)
	await endSandbox()
	await endPostgres()
	await rm(dataDir, { recursive: true, force: true })
	process.exit(0)
})

async function serverLives(): Promise<boolean> {
	const pid = Number((await readFile(join(dataDir, 'server.pid'), 'utf8').catch(() => '')).trim())
	return pid > 0 && lives(pid)
}

async function endSandbox(): Promise<void> {
	const about = await fetch(`${sandboxUrl}/sandbox.json`)
		.then((response) => response.json())
		.catch(() => undefined)
	const { data } = aboutSchema.safeParse(about)
	if (data?.dir.startsWith(dataDir)) end(data.pid, 'SIGKILL')
}

async function endPostgres(): Promise<void> {
	const file = join(dataDir, 'postgresql', '18', 'data', 'postmaster.pid')
	const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
	if (!(pid > 0)) return
	// Immediate shutdown: the data is thrown away.
	end(pid, 'SIGQUIT')
	for (let waited = 0; waited < 5_000 && lives(pid); waited += 100) await pause(100)
}

function end(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal)
	} catch {
		// It has gone by itself.
	}
}

function lives(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}
