import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

export type Row = Record<string, SQLOutputValue>

/** What the sandbox must not forget: one SQLite file, synced to disk with every commit. */
export interface Store {
	all(sql: string, ...values: SQLInputValue[]): Row[]
	get(sql: string, ...values: SQLInputValue[]): Row | undefined
	run(sql: string, ...values: SQLInputValue[]): void
	/** All of it or nothing. Work inside work joins the outer transaction. */
	transaction<T>(work: () => T): T
	/** Calls back after each commit, when there may be something new to do. */
	onCommit(listener: () => void): void
	close(): void
}

interface StoreOptions {
	dir: string
	/** `create table if not exists` statements of every part that keeps something. */
	schema: readonly string[]
}

// A store of another layout is left alone and a new one begun: nothing in a sandbox is worth a migration.
const fileName = 'sandbox-1.sqlite'

/** Opens or makes the store. Throws a plain sentence where another sandbox holds it. */
export function openStore({ dir, schema }: StoreOptions): Store {
	mkdirSync(dir, { recursive: true })
	// The wait lets a sandbox that was just asked to stop let go of the file.
	const database = new DatabaseSync(join(dir, fileName), { timeout: 5_000 })
	try {
		// Exclusive: two sandboxes on one store would send every event twice.
		database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;')
		database.exec(['begin exclusive', ...schema, 'commit'].join(';\n'))
	} catch (error) {
		database.close()
		if (error instanceof Error && error.message.includes('locked')) {
			throw new Error(`The folder ${dir} is in use by another sandbox.`, { cause: error })
		}
		throw error
	}
	const statements = new Map<string, StatementSync>()
	const listeners: (() => void)[] = []
	let inTransaction = false

	function prepared(sql: string): StatementSync {
		let statement = statements.get(sql)
		if (statement === undefined) {
			statement = database.prepare(sql)
			statements.set(sql, statement)
		}
		return statement
	}

	return {
		all: (sql, ...values) => prepared(sql).all(...values),
		get: (sql, ...values) => prepared(sql).get(...values),
		run: (sql, ...values) => {
			prepared(sql).run(...values)
		},
		transaction: (work) => {
			if (inTransaction) return work()
			inTransaction = true
			database.exec('begin immediate')
			try {
				const result = work()
				database.exec('commit')
				return result
			} catch (error) {
				database.exec('rollback')
				throw error
			} finally {
				inTransaction = false
				for (const listener of listeners) listener()
			}
		},
		onCommit: (listener) => {
			listeners.push(listener)
		},
		close: () => database.close(),
	}
}
