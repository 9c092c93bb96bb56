import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another live server keeps its data in this folder. */
export class DataDirBusyError extends Error {
	constructor(dataDir: string, holder: string) {
		super(
			`Another server${holder} already runs on ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
		)
		this.name = 'DataDirBusyError'
	}
}

/**
 * Claims the data folder for this process until it ends, however it ends. Throws `DataDirBusyError` if a live server has it.
 *
 * The lock is the operating system's own, on a file, taken through SQLite because Node has no call for it: unlike a
 * process number in a file it can neither go stale nor be taken twice in the same moment.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
	await mkdir(dataDir, { recursive: true })
	const noteFile = join(dataDir, 'server.pid')
	const lock = new DatabaseSync(join(dataDir, 'server.lock'))
	try {
		lock.exec('BEGIN EXCLUSIVE')
	} catch (error) {
		lock.close()
		if (!isBusy(error)) throw error
		throw new DataDirBusyError(dataDir, holderNamed(noteFile))
	}
	writeFileSync(noteFile, String(process.pid))
	return { release: () => lock.close() }
}

function isBusy(error: unknown): boolean {
	const sqliteBusy = 5
	return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

// For the sentence only; the lock does not depend on it.
function holderNamed(noteFile: string): string {
	try {
		return ` (process ${Number(readFileSync(noteFile, 'utf8'))})`
	} catch {
		return ''
	}
}
