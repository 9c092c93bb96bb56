import pg from 'pg'
import { runningPostgres } from '#server/db/embedded/running.ts'

/** One statement as the owner of the database a shop runs under its own folder. */
export async function inDatabase(dataDir: string, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: await databaseOf(dataDir) })
	await client.connect()
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows
	} finally {
		await client.end()
	}
}

/** Connection string of the owner to that database; another one after each start. */
export async function databaseOf(dataDir: string): Promise<string> {
	const url = await runningPostgres(dataDir)
	if (url === undefined) throw new Error('the shop has no database yet')
	return url
}
