import { runningPostgres } from '#server/platform/db/embedded/cluster.ts'
import { runStatement } from '#test/run-statement.ts'

/** One statement as the owner of the database a shop runs under its own folder. */
export async function inDatabase(dataDir: string, statement: string): Promise<Record<string, unknown>[]> {
	return await runStatement(await databaseOf(dataDir), statement)
}

/** Connection string of the owner to that database; another one after each start. */
export async function databaseOf(dataDir: string): Promise<string> {
	const url = await runningPostgres(dataDir)
	if (url === undefined) throw new Error('the shop has no database yet')
	return url
}
