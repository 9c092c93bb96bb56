import pg from 'pg'

/** Runs `work` on a separate connection. Rejects with the reason if it cannot connect. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
	client.on('error', () => {})
	await client.connect()
	try {
		return await work(client)
	} finally {
		await client.end()
	}
}
