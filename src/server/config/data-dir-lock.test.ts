import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataDirBusyError, lockDataDir } from './data-dir-lock.ts'

async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-lock-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	return folder
}

/** Takes the lock in another process, as a second server would. */
async function holdInAnotherProcess(dataDir: string) {
	const script = `
		const { lockDataDir } = await import(${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)})
		await lockDataDir(${JSON.stringify(dataDir)})
		console.log('held')
		setInterval(() => {}, 1000)
	`
	const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	onTestFinished(() => void holder.kill('SIGKILL'))
	await once(holder.stdout, 'data')
	return holder
}

test('rejects a folder that a running server uses, naming the server’s process', async () => {
	const dataDir = await temporaryFolder()
	const holder = await holdInAnotherProcess(dataDir)
	await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirBusyError)
	await expect(lockDataDir(dataDir)).rejects.toThrow(`(process ${holder.pid}) already runs on ${dataDir}`)
})

test('a folder whose server was killed can be locked immediately', async () => {
	const dataDir = await temporaryFolder()
	const holder = await holdInAnotherProcess(dataDir)
	holder.kill('SIGKILL')
	await once(holder, 'exit')
	const { release } = await lockDataDir(dataDir)
	expect(release).not.toThrow()
})

test('a released folder can be locked again', async () => {
	const dataDir = await temporaryFolder()
	const first = await lockDataDir(dataDir)
	await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirBusyError)
	first.release()
	const second = await lockDataDir(dataDir)
	second.release()
})
