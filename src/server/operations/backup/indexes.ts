import type pg from 'pg'
import { z } from 'zod'
import { quoted } from '#server/operations/backup/tables.ts'

/** A statement that removes a constraint or an index, and the statement that makes it again. */
interface Rebuilt {
	remove: string
	make: string
}

const rebuiltSchema = z.array(z.object({ remove: z.string(), make: z.string() }))

/**
 * Removes the keys, foreign keys and indexes of these tables, so that rows can be loaded quickly. Creating them again afterwards
 * sorts each index once, and checks each foreign key with one join instead of a look-up for each row.
 * Returns the statements that create them again, in order.
 */
export async function removeIndexes(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
	const { rows } = await owner.query(
		`select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as remove,
			format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make
		from pg_constraint c where c.conrelid = any ($1::text[]::regclass[]) and c.contype in ('p', 'u', 'x', 'f')
		-- Foreign keys first, because they depend on the keys that they refer to.
		order by c.contype <> 'f', c.conrelid::regclass::text, c.conname`,
		[tables.map(quoted)],
	)
	const constraints: Rebuilt[] = rebuiltSchema.parse(rows)
	const { rows: others } = await owner.query(
		`select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as make
		from pg_index i where i.indrelid = any ($1::text[]::regclass[])
			and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
		order by 1`,
		[tables.map(quoted)],
	)
	const indexes: Rebuilt[] = rebuiltSchema.parse(others)
	for (const { remove } of [...constraints, ...indexes]) await owner.query(remove)
	return [...indexes, ...constraints.toReversed()].map(({ make }) => make)
}
