import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { z } from 'zod'

export type Row = Record<string, SQLOutputValue>

/** The sandbox's data: one SQLite file, synced to disk with every commit. */
export interface Store {
	all(sql: string, ...values: SQLInputValue[]): Row[]
	get(sql: string, ...values: SQLInputValue[]): Row | undefined
	run(sql: string, ...values: SQLInputValue[]): void
	/** Runs work in a transaction. A nested call joins the outer transaction. */
	transaction<T>(work: () => T): T
	/** Registers a listener that is called after each transaction. */
	onCommit(listener: () => void): void
	close(): void
}

interface StoreOptions {
	dir: string
	/** The `create table if not exists` statements of every part that stores data. */
	schema: readonly string[]
}

// If you change the tables, increase the number: the sandbox then starts a new file. Its data is not worth migrating.
const fileName = 'sandbox-1.sqlite'

/** Opens the store, or creates it. If another sandbox has it open, throws an error that says so. */
export function openStore({ dir, schema }: StoreOptions): Store {
	mkdirSync(dir, { recursive: true })
	const path = join(dir, fileName)
	// It has emails with links that sign in. SQLite makes the files beside it with the same permissions.
	closeSync(openSync(path, 'a', 0o600))
	chmodSync(path, 0o600)
	// Another sandbox may just have been asked to stop. With this timeout, SQLite waits for that sandbox to release the file.
	const database = new DatabaseSync(path, { timeout: 5_000 })
	try {
		// Exclusive, because two sandboxes with one store would send every event twice.
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

export const settingsSchema =
	'create table if not exists settings (name text primary key, value text not null) strict'

/** Returns the stored value; undefined if there is none, or if it does not fit the schema. */
export function readSetting<T>(store: Store, name: string, schema: z.ZodType<T>): T | undefined {
	const row = store.get('select value from settings where name = ?', name)
	return row === undefined ? undefined : schema.safeParse(JSON.parse(String(row.value))).data
}

export function writeSetting(store: Store, name: string, value: unknown): void {
	store.run(
		'insert into settings values (?, ?) on conflict (name) do update set value = excluded.value',
		name,
		JSON.stringify(value),
	)
}
