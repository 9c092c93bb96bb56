import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#server/platform/db/embedded/run-program.ts'
import {
	EmbeddedPostgresError,
	findPostgresUser,
	type RunAs,
} from '#server/platform/db/embedded/system-user.ts'
import { makeFolder } from '#server/platform/make-folder.ts'

/** PostgreSQL's user can always enter this folder, but not always the data folder. */
export const outsideDir = '/var/lib/headstart'

/** The folder of the cluster, and the user its processes run as. */
export interface ClusterLocation {
	/** The absolute path of an existing folder that PostgreSQL's user may write to. */
	dir: string
	runAs: RunAs
	/** Where to copy the programs if necessary. */
	copyDir: string
}

const insideName = 'postgresql'
const pointerName = 'postgresql-place'

/** Reports whether a shop has been started in this data folder, with a cluster of its own. */
export async function hasPlace(dataDir: string): Promise<boolean> {
	const names = await readdir(dataDir).catch(() => [])
	return names.some((name) => name === insideName || name === pointerName)
}

/**
 * Finds or creates the folder of the cluster. This is `dataDir/postgresql`, or a folder under /var/lib/headstart if PostgreSQL's
 * user cannot enter the data folder, as when root has cloned the repository into its home. `dataDir/postgresql-place` records
 * which of the two it is, so that a new data folder never gets an old database.
 */
export async function findClusterLocation(dataDir: string): Promise<ClusterLocation> {
	await makeFolder(dataDir)
	const home = await realpath(dataDir)
	const pointer = join(home, pointerName)
	const recorded = (await readFile(pointer, 'utf8').catch(() => '')).trim()
	const inside = join(home, insideName)
	if (recorded !== '') return outsidePlace(recorded, home)
	const runAs = await findPostgresUser(inside)
	const isNew = !(await stat(inside).catch(() => undefined))
	if (isNew) await makePrivate(inside, runAs)
	if (await canEnter(inside, runAs)) return { dir: inside, runAs, copyDir: runAs ? outsideDir : inside }
	if (runAs === undefined || !isNew) {
		throw new EmbeddedPostgresError(
			`The database in ${inside} cannot be opened: it belongs to another user, or PostgreSQL may not enter a folder above it. Start as the user who created it, or set DATA_DIR to another folder.`,
		)
	}
	await rm(inside, { recursive: true })
	const dir = join(outsideDir, randomUUID())
	await makeFolder(outsideDir)
	await chmod(outsideDir, 0o755)
	await makePrivate(dir, runAs)
	await claim(dir, home)
	await writeFile(pointer, `${dir}\n`)
	return { dir, runAs, copyDir: outsideDir }
}

async function outsidePlace(dir: string, home: string): Promise<ClusterLocation> {
	if (!(await stat(dir).catch(() => undefined))) {
		throw new EmbeddedPostgresError(
			`The database of ${home} was kept in ${dir}, which is gone. Put it back, or start over with an empty DATA_DIR.`,
		)
	}
	const claimant = (await readFile(ownerFile(dir), 'utf8').catch(() => home)).trim()
	if (claimant !== home) {
		// The data folder was either moved, which is fine, or copied, in which case two shops would share one database.
		const elsewhere = await readFile(join(claimant, pointerName), 'utf8').catch(() => '')
		if (elsewhere.trim() === dir) {
			throw new EmbeddedPostgresError(
				`${home} is a copy of ${claimant}, and both point to the same database in ${dir}. Delete ${join(home, pointerName)} to give the copy a new one.`,
			)
		}
		await claim(dir, home)
	}
	return { dir, runAs: await findPostgresUser(dir), copyDir: outsideDir }
}

function ownerFile(dir: string): string {
	return join(dir, 'belongs-to')
}

async function claim(dir: string, home: string): Promise<void> {
	await writeFile(ownerFile(dir), `${home}\n`, { mode: 0o644 })
}

async function makePrivate(dir: string, runAs: RunAs): Promise<void> {
	await mkdir(dir, { mode: 0o700 })
	if (runAs) await chown(dir, runAs.uid, runAs.gid)
}

async function canEnter(dir: string, runAs: RunAs): Promise<boolean> {
	const { code } = await runProgram('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', dir], {
		cwd: '/',
		runAs,
	})
	return code === 0
}
