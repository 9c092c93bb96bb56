import pg from 'pg'
import { z } from 'zod'

const tableSchema = z.object({
	/** Its schema and name, such as `public.purchases`. */
	name: z.string(),
	/** Every column except generated ones, which PostgreSQL computes again. */
	columns: z.array(z.string()),
	/** The other tables that its foreign keys refer to. */
	refersTo: z.array(z.string()),
})

/** A table whose rows are backed up. */
export type Table = Pick<z.infer<typeof tableSchema>, 'name' | 'columns'>

/** Not backed up: the first says which site a database belongs to, and the rows of the second come with the migrations. */
const leftOut = ['shop.live_site', 'shop.confusables']

/** Lists the shop's tables. Each comes after the tables that it refers to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
	const { rows } = await client.query(
		`select n.nspname || '.' || c.relname as name,
			array(
				select a.attname::text from pg_attribute a
				where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
			) as columns,
			array(
				select rn.nspname || '.' || r.relname from pg_constraint k
				join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
				where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid
			) as "refersTo"
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and n.nspname in ('auth', 'public', 'shop', 'storage')
			and not n.nspname || '.' || c.relname = any ($1)
			and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
		order by 1`,
		[leftOut],
	)
	const sorted = new Map<string, Table>()
	let left = z.array(tableSchema).parse(rows)
	while (left.length > 0) {
		const ready = left.filter(({ refersTo }) => refersTo.every((name) => sorted.has(name)))
		if (ready.length === 0)
			throw new Error(`These tables refer to each other: ${left.map(({ name }) => name)}.`)
		for (const { name, columns } of ready) sorted.set(name, { name, columns })
		left = left.filter(({ name }) => !sorted.has(name))
	}
	return [...sorted.values()]
}

/** Estimates how many rows the database has, from PostgreSQL's own statistics. */
export async function countRows(client: pg.Client): Promise<number> {
	const { rows } = await client.query(
		`select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and n.nspname in ('auth', 'public', 'shop', 'storage')`,
	)
	return z.tuple([z.object({ rows: z.number() })]).parse(rows)[0].rows
}

/** Quotes the name of a table, with its schema, for a statement. */
export function quoted(table: string): string {
	return table.split('.').map(pg.escapeIdentifier).join('.')
}
