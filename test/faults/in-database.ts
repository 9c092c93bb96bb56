import { runningPostgres } from '#server/platform/db/embedded/cluster.ts'
import { runStatement } from '#test/run-statement.ts'

/** Runs one statement as the owner of the database in a shop's folder. */
export async function inDatabase(dataDir: string, statement: string): Promise<Record<string, unknown>[]> {
	return await runStatement(await databaseOf(dataDir), statement)
}

/** Returns the owner's connection string, which changes with each start. */
export async function databaseOf(dataDir: string): Promise<string> {
	const url = await runningPostgres(dataDir)
	if (url === undefined) throw new Error('the shop has no database yet')
	return url
}
