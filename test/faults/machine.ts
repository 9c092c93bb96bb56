import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fillDisk } from '#test/small-disk.ts'
import { clockLibrary, lossRules, obstacleOf } from './machine-tools.ts'

const run = promisify(execFile)

/** A process with a disk and a clock of its own. */
export type Part = 'database' | 'one' | 'two'

export const parts: readonly Part[] = ['database', 'one', 'two']

/** The machine that a shop runs on. Everything on it can be made to fail, as far as the installed tools allow (`obstacleOf`). */
export interface Machine {
	/** Puts the folder of a part on a small disk. */
	prepare(part: Part, folder: string): Promise<void>
	/** Returns the variables for the processes of a part. */
	environmentOf(part: Part): Record<string, string>
	/** Writes to the disk of a part until nothing more fits. */
	fillDisk(part: Part): Promise<void>
	/** Removes what `fillDisk` has written. */
	emptyDisk(part: Part): Promise<void>
	/** Sets how long each sync of a part takes. Each write takes a tenth of it. */
	slowDisk(part: Part, ms: number): Promise<void>
	/** Moves the clocks of some parts this far from the real time. Resolves once their processes see it. */
	moveClocks(moving: readonly Part[], seconds: number): Promise<void>
	/** Drops this percentage of all packets, and duplicates as many. Zero stops both. */
	disturbPackets(percent: number): Promise<void>
	dispose(): Promise<void>
}

/** In megabytes. With the settings below, PostgreSQL needs about half of its disk. Each server needs about a third of its disk. */
const diskSize: Record<Part, number> = { database: 256, one: 32, two: 32 }

/** Settings with which PostgreSQL's log fits on its small disk. */
export const smallDiskSettings = { min_wal_size: '32MB', max_wal_size: '64MB' }

const slowDiskSource = fileURLToPath(new URL('slow-disk.c', import.meta.url))

export async function createMachine(): Promise<Machine> {
	const control = await mkdtemp(join(tmpdir(), 'headstart-machine-'))
	await chmod(control, 0o755)
	const clockOf = (part: Part) => join(control, `clock-of-${part}`)
	const delayOf = (part: Part) => join(control, `delay-of-${part}`)
	const hasCompiler = obstacleOf(['gcc']) === undefined
	const slowDiskLibrary = join(control, 'slow-disk.so')
	if (hasCompiler) await run('cc', ['-shared', '-fPIC', '-O1', '-o', slowDiskLibrary, slowDiskSource])
	for (const part of parts) {
		await moveClock(part, 0)
		await writeFile(delayOf(part), Buffer.alloc(4))
	}
	const libraries = [
		...(clockLibrary === undefined ? [] : [clockLibrary]),
		...(hasCompiler ? [slowDiskLibrary] : []),
	]
	const disks = new Map<Part, string>()
	const fillerOn = (part: Part) => join(disks.get(part) ?? '', 'filler')

	async function moveClock(part: Part, seconds: number): Promise<void> {
		await writeFile(clockOf(part), `${seconds < 0 ? '' : '+'}${seconds}`)
	}

	return {
		prepare: async (part, folder) => {
			if (obstacleOf(['namespaces']) !== undefined) return
			await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize[part]}m,mode=755`, 'tmpfs', folder])
			disks.set(part, folder)
		},
		environmentOf: (part) => ({
			LD_PRELOAD: libraries.join(':'),
			FAKETIME_TIMESTAMP_FILE: clockOf(part),
			FAKETIME_CACHE_DURATION: '1',
			// As on a real machine, setting the clock changes neither how long timers take nor the dates of files.
			FAKETIME_DONT_FAKE_MONOTONIC: '1',
			NO_FAKE_STAT: '1',
			SLOW_DISK_FILE: delayOf(part),
		}),
		fillDisk: (part) => fillDisk(fillerOn(part)),
		emptyDisk: (part) => rm(fillerOn(part), { force: true }),
		slowDisk: async (part, ms) => {
			const delay = Buffer.alloc(4)
			delay.writeInt32LE(ms)
			// The file must not be truncated, because processes have mapped it into memory.
			const file = await open(delayOf(part), 'r+')
			await file.write(delay, 0, delay.length, 0)
			await file.close()
		},
		moveClocks: async (moving, seconds) => {
			for (const part of moving) await moveClock(part, seconds)
			// The library reads the file again after more than one second. It counts whole seconds, so it may wait for almost two.
			await pause(2_100)
		},
		disturbPackets: async (percent) => {
			await run('nft', ['flush', 'ruleset'])
			if (percent > 0) await run('nft', lossRules(percent))
		},
		dispose: async () => {
			for (const folder of disks.values()) await run('umount', ['--lazy', folder])
			await rm(control, { recursive: true, force: true })
		},
	}
}
