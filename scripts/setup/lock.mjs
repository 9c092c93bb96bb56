import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rootDir } from './run.mjs'
import { codeOf, say } from './trouble.mjs'

const file = join(rootDir, '.setup.lock')

/**
 * Waits until no other start of this clone is installing or building, then does the work.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
	for (let waited = 0; !take(); waited++) {
		if (waited === 0) say('Another start is setting up this folder. Waiting for it …')
		await sleep(200)
	}
	try {
		return await work()
	} finally {
		rmSync(file, { force: true })
	}
}

// The process id is written to a file of this process, which is then linked as the lock. A reader therefore never sees an incomplete
// number.
function take() {
	const mine = `${file}.${process.pid}`
	writeFileSync(mine, String(process.pid))
	try {
		linkSync(mine, file)
		return true
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') throw error
		removeIfLeftOver()
		return false
	} finally {
		rmSync(mine, { force: true })
	}
}

function removeIfLeftOver() {
	const holder = readHolder(file)
	if (holder === undefined || isSettingUp(holder)) return
	// Moves the leftover lock aside before removing it. If another start has replaced it since we read it, the moved lock belongs to
	// that start, and is put back.
	const moved = `${file}.old.${process.pid}`
	try {
		renameSync(file, moved)
		if (readHolder(moved) !== holder) linkSync(moved, file)
		rmSync(moved, { force: true })
	} catch {
		// Another start was faster. The next round sees its lock.
	}
}

/** @param {string} from */
function readHolder(from) {
	try {
		return Number(readFileSync(from, 'utf8'))
	} catch {
		return undefined
	}
}

/** @param {number} pid */
function isSettingUp(pid) {
	try {
		process.kill(pid, 0)
	} catch (error) {
		return codeOf(error) === 'EPERM'
	}
	try {
		// After a reboot the process id may belong to any program.
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('.mjs')
	} catch {
		return true
	}
}
