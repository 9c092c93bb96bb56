import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { type Logins, prepareLogins } from '#server/db/logins.ts'

interface MigrateOptions {
	/** Connection string of the database's owner. */
	ownerUrl: string
	apiUrl: string | undefined
	jobsUrl: string | undefined
	log: (line: string) => void
}

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

// Any number two shops agree on; the lock belongs to the database, so shops on one cluster do not wait for each other.
const setUpLock = 763_712_001

/** Brings the database to today's shape and returns the two run-time logins. Two servers starting at once take turns. */
export async function migrateDatabase({ ownerUrl, apiUrl, jobsUrl, log }: MigrateOptions): Promise<Logins> {
	const owner = new pg.Client({
		connectionString: ownerUrl,
		connectionTimeoutMillis: 10_000,
		application_name: 'headstart set-up',
	})
	// A connection lost while it waits is told here only, and again by the next statement; untold it would end the process.
	owner.on('error', () => {})
	await owner.connect().catch((error: unknown) => {
		throw new Error(whyNot(ownerUrl, error), { cause: error })
	})
	try {
		await owner.query('select pg_advisory_lock($1)', [setUpLock])
		const done = await runner({
			dbClient: owner,
			dir: migrationsFolder,
			direction: 'up',
			migrationsTable: 'migrations',
			migrationsSchema: 'migrations',
			createMigrationsSchema: true,
			checkOrder: true,
			noLock: true,
			log: () => {},
		})
		if (done.length > 0)
			log(`Database brought up to date (${done.length} ${done.length === 1 ? 'change' : 'changes'}).`)
		const logins = await prepareLogins({ owner, ownerUrl, apiUrl, jobsUrl })
		await runMigrations({ connectionString: logins.jobsUrl })
		return logins
	} finally {
		await owner.end()
	}
}

/** Where and why, without the password. */
function whyNot(ownerUrl: string, error: unknown): string {
	const { host, pathname } = new URL(ownerUrl)
	const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
	return `The database ${pathname.slice(1)} at ${host} cannot be opened: ${reason}. Check DATABASE_URL.`
}
