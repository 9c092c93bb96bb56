import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '#server/platform/make-folder.ts'

/** Another running server uses this data folder. */
export class DataDirBusyError extends Error {
	constructor(dataDir: string, holder: string) {
		super(
			`Another server${holder} already runs on ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
		)
		this.name = 'DataDirBusyError'
	}
}

/**
 * Locks the data folder until this process ends. Throws `DataDirBusyError` if another running server holds the lock.
 *
 * The lock is a file lock of the operating system, taken through SQLite because Node has no API for file locks. Unlike a
 * process id in a file, such a lock cannot go stale, and two processes cannot take it at the same moment.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
	await makeFolder(dataDir)
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

// Only for the error message; the lock does not depend on it.
function holderNamed(noteFile: string): string {
	try {
		return ` (process ${Number(readFileSync(noteFile, 'utf8'))})`
	} catch {
		return ''
	}
}
