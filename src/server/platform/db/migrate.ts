import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'
import { findObstacle } from '#server/platform/db/find-obstacle.ts'
import { type Logins, limitLogins, loginsToMake, prepareLogins, userOf } from '#server/platform/db/logins.ts'
import { replaceFunctions } from '#server/platform/db/replace-functions.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'

interface MigrateOptions {
	/** Connection string of the database's owner. */
	ownerUrl: string
	apiUrl: string | undefined
	jobsUrl: string | undefined
	/** The last migration to run, without the functions that changed later; by default everything runs. */
	upTo?: string
	log: (line: string) => void
}

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

// An arbitrary number. The lock belongs to the database, so shops on one cluster do not wait for each other.
const setUpLock = 763_712_001

/**
 * Migrates the database and returns the two run-time logins. If several servers start at the same time, their migrations are
 * serialised. If the database is not suitable, throws an error for the owner to read before anything is changed.
 */
export async function migrateDatabase({
	ownerUrl,
	apiUrl,
	jobsUrl,
	upTo,
	log,
}: MigrateOptions): Promise<Logins> {
	const owner = new pg.Client({
		connectionString: ownerUrl,
		connectionTimeoutMillis: 10_000,
		application_name: 'headstart set-up',
	})
	// Without a listener, a connection that breaks while idle would end the process. The next statement reports the break.
	owner.on('error', () => {})
	await owner.connect().catch((error: unknown) => {
		throw new Error(describeFailedConnection(ownerUrl, error), { cause: error })
	})
	try {
		const obstacle = await findObstacle(owner, loginsToMake({ ownerUrl, apiUrl, jobsUrl }))
		if (obstacle !== undefined) throw new Error(sentenceOf(obstacle))
		await lockSetUp(owner)
		const names = await listMigrations()
		const wanted = upTo === undefined ? names : names.slice(0, names.indexOf(upTo) + 1)
		const count = await countPending(owner, wanted)
		if (count > 0) {
			for (let left = count, tries = 1; left > 0; left = await countPending(owner, wanted), tries += 1)
				await runPending(owner, left).catch((error: unknown) => undoIfDeadlocked(owner, error, tries))
			log(`Database brought up to date (${count} ${count === 1 ? 'change' : 'changes'}).`)
		}
		if (upTo === undefined) await replaceFunctions(owner)
		const logins = await prepareLogins({ owner, ownerUrl, apiUrl, jobsUrl })
		await Promise.all([
			requireSignIn(logins.apiUrl, apiUrl && 'DATABASE_API_URL'),
			requireSignIn(logins.jobsUrl, jobsUrl && 'DATABASE_JOBS_URL'),
		])
		// Most programs that can migrate a database don't have to, and this package takes long to load.
		const { runMigrations } = await import('graphile-worker')
		await runMigrations({ connectionString: logins.jobsUrl })
		await limitLogins(owner, { ownerUrl, jobsUrl: logins.jobsUrl })
		return logins
	} finally {
		await owner.end()
	}
}

/** Returns how many of these migrations this database has not had yet. */
async function countPending(owner: pg.Client, names: readonly string[]): Promise<number> {
	const { rows } = await owner.query("select to_regclass('migrations.migrations') is not null as exists")
	if (!existsRow.parse(rows[0]).exists) return names.length
	const done = await owner.query('select from migrations.migrations where name = any ($1)', [names])
	return names.length - (done.rowCount ?? 0)
}

const existsRow = z.object({ exists: z.boolean() })

/** Runs that many migrations. The package that does it is loaded only if there are any. */
async function runPending(owner: pg.Client, count: number): Promise<void> {
	const { runner } = await import('node-pg-migrate')
	let running = ''
	await runner({
		dbClient: owner,
		dir: migrationsFolder,
		direction: 'up',
		count,
		migrationsTable: 'migrations',
		migrationsSchema: 'migrations',
		createMigrationsSchema: true,
		// A migration runs even if one with a larger number has already run, so that every earlier state can be upgraded.
		checkOrder: false,
		// One transaction for all of them would hold the locks of each until the last has run.
		singleTransaction: false,
		noLock: true,
		log: (line) => {
			running = /^### MIGRATION (\S+) \(UP\)/.exec(line)?.[1] ?? running
		},
	}).catch((error: unknown) => {
		if (running === '') throw error
		throw new Error(`The migration ${running} failed: ${reasonOf(error)}`, { cause: error })
	})
}

const mostTries = 5

/**
 * Undoes a migration that a deadlock has ended, so that it can run again. While servers are upgraded others sell, and lock the same
 * tables in an order of their own. Throws any other error.
 */
async function undoIfDeadlocked(owner: pg.Client, error: unknown, tries: number): Promise<void> {
	const cause = error instanceof Error ? error.cause : undefined
	const isDeadlock = cause instanceof pg.DatabaseError && cause.code === '40P01'
	if (!isDeadlock || tries === mostTries) throw error
	await owner.query('rollback')
}

const lockRow = z.object({ locked: z.boolean() })

/**
 * Waits until no other server is migrating. Polls for the lock, because a statement that waits for it would keep the other
 * server from building an index concurrently.
 */
async function lockSetUp(owner: pg.Client): Promise<void> {
	for (;;) {
		const { rows } = await owner.query('select pg_try_advisory_lock($1) as locked', [setUpLock])
		if (lockRow.parse(rows[0]).locked) return
		await pause(100)
	}
}

/** Returns the names of all migrations, in order. */
export async function listMigrations(): Promise<string[]> {
	const files = await readdir(migrationsFolder)
	return files.flatMap((name) => /^(.+)\.(?:sql|mjs)$/.exec(name)?.[1] ?? []).sort()
}

/** Says which connection failed and why, without the password. */
function describeFailedConnection(ownerUrl: string, error: unknown): string {
	const { host, pathname } = new URL(ownerUrl)
	return `The database ${pathname.slice(1)} at ${host} cannot be opened: ${reasonOf(error)}. Check DATABASE_URL.`
}

/**
 * Throws an error for the owner to read if a run-time login cannot sign in. `setting` is the name of its setting, if the owner
 * has created the login.
 */
async function requireSignIn(url: string, setting: string | undefined): Promise<void> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
	client.on('error', () => {})
	try {
		await client.connect()
	} catch (error) {
		const todo =
			setting === undefined
				? 'Allow it in the access rules of the server (pg_hba.conf), or create the two run-time logins yourself and set DATABASE_API_URL and DATABASE_JOBS_URL.'
				: `Check ${setting}.`
		throw new Error(`The login "${userOf(url)}" cannot sign in: ${reasonOf(error)}. ${todo}`, {
			cause: error,
		})
	} finally {
		await client.end().catch(() => {})
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	// Node tries each address of a host, and the combined error has no message.
	return error.message || String(Reflect.get(error, 'code'))
}
