import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '#server/platform/app-error.ts'
import type { Binaries } from '#server/platform/db/embedded/binaries.ts'
import { type ClusterLocation, findClusterLocation } from '#server/platform/db/embedded/place.ts'
import { runProgram } from '#server/platform/db/embedded/run-program.ts'
import { EmbeddedPostgresError, withOutput } from '#server/platform/db/embedded/system-user.ts'

/** The name of the superuser and of its database. */
export const ownerName = 'headstart'

/** Part of the path, because PostgreSQL can only read data of its own major version. */
const majorVersion = '18'

interface Cluster {
	/** PostgreSQL's data directory. */
	dataDir: string
	ownerPassword: string
}

interface ClusterOptions {
	binaries: Binaries
	log: (line: string) => void
}

/**
 * Finds or creates the cluster. A new cluster and its password are made in a temporary folder, which is renamed when complete,
 * so a partial cluster is never used.
 */
export async function findOrMakeCluster(
	{ dir, runAs }: ClusterLocation,
	{ binaries, log }: ClusterOptions,
): Promise<Cluster> {
	const versionDir = join(dir, majorVersion)
	if (!(await stat(versionDir).catch(() => undefined))) {
		log(`Creating the database in ${dir} …`)
		await removeHalfMade(dir)
		const temporary = await mkdtemp(join(dir, halfMadePrefix))
		try {
			if (runAs) await chown(temporary, runAs.uid, runAs.gid)
			await makeCluster(temporary, { runAs, binaries })
			await rename(temporary, versionDir)
		} catch (error) {
			await rm(temporary, { recursive: true, force: true })
			throw error
		}
	}
	return await clusterIn(dir)
}

/** Returns the cluster in this folder. Rejects with ENOENT if there is none. */
async function clusterIn(dir: string): Promise<Cluster> {
	const versionDir = join(dir, majorVersion)
	return {
		dataDir: join(versionDir, 'data'),
		ownerPassword: await readFile(join(versionDir, 'owner-password'), 'utf8'),
	}
}

const halfMadePrefix = 'half-made-'

async function removeHalfMade(dir: string): Promise<void> {
	for (const name of await readdir(dir)) {
		if (name.startsWith(halfMadePrefix)) await rm(join(dir, name), { recursive: true, force: true })
	}
	const others = (await readdir(dir)).filter((name) => /^\d+$/.test(name))
	if (others.length > 0) {
		throw new EmbeddedPostgresError(
			`The database in ${dir} was created by PostgreSQL ${others.join(', ')}, and this is PostgreSQL ${majorVersion}. Run \`npm run backup\` with the version of the shop that created it, then \`npm run restore -- latest\` with this one, a new DATA_DIR and the backup’s folder in BACKUP_TO.`,
		)
	}
}

interface MakeOptions {
	runAs: ClusterLocation['runAs']
	binaries: Binaries
}

async function makeCluster(folder: string, { runAs, binaries }: MakeOptions): Promise<void> {
	const data = join(folder, 'data')
	const passwordFile = join(folder, 'owner-password')
	await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
	if (runAs) await chown(passwordFile, runAs.uid, runAs.gid)
	// The built-in locale sorts in the same way on every system and does not have to be installed.
	const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
	const owner = [`--username=${ownerName}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
	const options = { cwd: folder, runAs }
	const init = await runProgram(
		binaries.initdb,
		['--pgdata', data, ...owner, ...locale, '--data-checksums', '--no-instructions'],
		options,
	)
	if (init.code !== 0) throw withOutput(`The database in ${folder} could not be created.`, init.output)
	const create = await runProgram(binaries.postgres, ['--single', '-D', data, 'postgres'], {
		...options,
		input: `CREATE DATABASE ${ownerName}\n`,
	})
	if (create.code !== 0 || create.output.some((line) => line.includes('ERROR'))) {
		throw withOutput(`The database "${ownerName}" could not be created.`, create.output)
	}
}

/** Returns the superuser's connection string if a running server has started the database of this folder. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
	const { dir } = await findClusterLocation(dataDir)
	try {
		const cluster = await clusterIn(dir)
		// PostgreSQL writes its port on the fourth line.
		const port = Number((await readFile(join(cluster.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[3])
		return `postgresql://${ownerName}:${cluster.ownerPassword}@127.0.0.1:${port}/${ownerName}`
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return undefined
		throw error
	}
}
