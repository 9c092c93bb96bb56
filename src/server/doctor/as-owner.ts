import pg from 'pg'

/** Does some work on a connection of the database's owner. Rejects with what keeps it from connecting. */
export async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
	const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
	owner.on('error', () => {})
	await owner.connect()
	try {
		return await work(owner)
	} finally {
		await owner.end()
	}
}
