import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'

test('a migration that a sale deadlocks runs again', async () => {
	const database = await createEmptyDatabase(inject('databaseUrl'))
	onTestFinished(() => database.drop())
	const migrate = (upTo?: string) =>
		migrateDatabase({
			ownerUrl: database.ownerUrl,
			apiUrl: undefined,
			jobsUrl: undefined,
			log: () => {},
			...(upTo === undefined ? {} : { upTo }),
		})
	// The next locks receipts, then purchases.
	await migrate('1795380100000_discount-codes')
	const sale = new pg.Client({ connectionString: database.superuserUrl })
	await sale.connect()
	try {
		// PostgreSQL ends the one that looks for a deadlock first.
		await sale.query("set deadlock_timeout = '1min'")
		await sale.query('begin')
		await sale.query('lock table public.purchases in row exclusive mode')
		const migrated = migrate()
		// Asked of another connection, because within a transaction the answer would stay the same.
		await expect
			.poll(() =>
				runStatement(
					database.superuserUrl,
					"select from pg_locks where not granted and relation = 'public.purchases'::regclass",
				),
			)
			.toHaveLength(1)
		await sale.query('lock table public.receipts in row exclusive mode')
		await sale.query('commit')
		await migrated
	} finally {
		await sale.end()
	}
	const [row] = await runStatement(
		database.superuserUrl,
		'select count(*)::integer as count from migrations.migrations',
	)
	expect(row).toEqual({ count: (await listMigrations()).length })
})
