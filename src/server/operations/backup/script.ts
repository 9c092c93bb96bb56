import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { quoted, type Table } from '#server/operations/backup/tables.ts'

/** The rows of one table in the script of a backup. */
interface Section {
	table: string
	columns: string[]
	/** The rows in PostgreSQL's text format. They must be read before the next section is. */
	rows: AsyncGenerator<Uint8Array>
}

const newline = 10
const end = Buffer.from('\\.\n')
const lastLine = Buffer.from(`\n${end}`)

/**
 * Writes the rows of all tables as an SQL script, which `psql` can load too. Reads what the transaction of `client` can see.
 * Calls `counted` after each table.
 */
export async function* writeScript(
	client: pg.Client,
	tables: readonly Table[],
	counted: (table: string, rows: number) => void,
): AsyncGenerator<Uint8Array> {
	yield Buffer.from("-- A backup of Headstart.\nset client_encoding = 'UTF8';\n")
	for (const { name, columns } of tables) {
		const list = columns.map((column) => quoted(column)).join(', ')
		yield Buffer.from(`\ncopy ${quoted(name)} (${list}) from stdin;\n`)
		const rows = client.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`))
		yield* rows
		yield end
		counted(name, rows.rowCount)
	}
}

/** Reads what `writeScript` wrote. Throws if the input ends early. */
export async function* readScript(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Section> {
	const source = chunks[Symbol.asyncIterator]()
	let rest = Buffer.alloc(0)

	for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
		const [, table, columns] = /^copy (\S+) \((.*)\) from stdin;\n$/.exec(line) ?? []
		if (table !== undefined && columns !== undefined)
			yield { table: plain(table), columns: columns.split(', ').map(plain), rows: rows() }
	}

	async function more(): Promise<boolean> {
		const next = await source.next()
		if (next.done === true) return false
		rest = Buffer.concat([rest, next.value])
		return true
	}

	async function nextLine(): Promise<string | undefined> {
		let at = rest.indexOf(newline)
		while (at === -1) {
			if (!(await more())) return undefined
			at = rest.indexOf(newline)
		}
		return take(at + 1).toString('utf8')
	}

	/**
	 * Yields the rows of one section. Each turn of the loop begins at the start of a line, so that the end mark is never confused
	 * with the end of a row.
	 */
	async function* rows(): AsyncGenerator<Uint8Array> {
		for (;;) {
			if (rest.subarray(0, end.length).equals(end)) {
				take(end.length)
				return
			}
			const found = rest.indexOf(lastLine)
			const whole = found === -1 ? rest.lastIndexOf(newline) + 1 : found + 1
			if (whole > 0) yield take(whole)
			if (found === -1 && !(await more())) throw new Error('The rows of the backup end too early.')
		}
	}

	function take(length: number): Buffer {
		const taken = rest.subarray(0, length)
		rest = rest.subarray(length)
		return taken
	}
}

/** Loads the rows of one section into its table, and returns their number. */
export async function loadSection(client: pg.Client, { table, columns, rows }: Section): Promise<number> {
	const list = columns.map((column) => quoted(column)).join(', ')
	const target = client.query(copyFrom(`copy ${quoted(table)} (${list}) from stdin`))
	await pipeline(Readable.from(rows, { objectMode: false }), target)
	return target.rowCount
}

function plain(name: string): string {
	return name.replaceAll('"', '')
}
