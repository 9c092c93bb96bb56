import pg from 'pg'

/** Runs one statement on a new connection. */
export async function runStatement(url: string, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows
	} finally {
		await client.end()
	}
}
