import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { removeIndexes } from '#server/operations/backup/indexes.ts'
import { listTables, quoted } from '#server/operations/backup/tables.ts'

export interface Size {
	/** Each has five purchases. */
	users: number
	/** The payload of a real event about a sale, with `%1$s` to `%4$s` for the ids in it (events.sql). */
	event: string
}

const events = 'shop.payment_events'
/** Tables that are not emptied. Migrations and the first start fill them, or a job keeps its progress in them. */
const kept = [
	...['public.products', 'storage.buckets', 'storage.objects', 'shop.review_changes', 'shop.balance_reading'],
	...['shop.latest_audit'],
]

/**
 * Replaces the contents of a shop's tables with the sales of three years. Like a restore, it loads the rows first and makes the
 * keys and indexes afterwards. `superuserUrl` belongs to a superuser, who can bypass row level security and triggers.
 */
export async function fillDatabase(superuserUrl: string, { users, event }: Size): Promise<void> {
	const [rows, ofEvents] = [await connect(superuserUrl), await connect(superuserUrl)]
	try {
		const tables = (await listTables(rows)).map(({ name }) => name)
		await runFile(rows, 'plan.sql', users)
		const make = await removeIndexes(rows, tables)
		const isOfEvents = (statement: string) => statement.includes(` ${events} `)
		// Each `fill` runs in one transaction, so PostgreSQL need not write its rows to the write-ahead log (`wal_level = minimal`).
		await Promise.all([
			fill(ofEvents, {
				tables: [events],
				rows: (client) => runFile(client, 'events.sql', event),
				make: make.filter(isOfEvents),
			}),
			fill(rows, {
				tables: tables.filter((table) => table !== events && !kept.includes(table)),
				rows: (client) => runFile(client, 'rows.sql'),
				make: make.filter((statement) => !isOfEvents(statement)),
			}),
		])
		await rows.query('drop schema scale cascade; truncate realtime.changes')
		await rows.query('vacuum (analyze)')
	} finally {
		await Promise.all([rows.end(), ofEvents.end()])
	}
}

interface Filling {
	tables: readonly string[]
	rows: (client: pg.Client) => Promise<void>
	/** Makes the keys and indexes. */
	make: readonly string[]
}

async function fill(client: pg.Client, { tables, rows, make }: Filling): Promise<void> {
	await client.query('begin')
	await client.query(`truncate ${tables.map(quoted).join(', ')} restart identity`)
	await rows(client)
	for (const statement of make) await client.query(statement)
	await client.query('commit')
}

async function connect(url: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	await client.query(
		"set session_replication_role = replica; set maintenance_work_mem = '256MB'; set work_mem = '128MB'; set synchronous_commit = off",
	)
	return client
}

/** Runs a file of statements. Statements with `$1` in them receive the value. */
async function runFile(client: pg.Client, name: string, value?: unknown): Promise<void> {
	const text = await readFile(new URL(name, import.meta.url), 'utf8')
	for (const statement of text.split(/;\n/)) {
		if (statement.trim() === '') continue
		await client.query(statement, /\$1\b/.test(statement) ? [value] : [])
	}
}
