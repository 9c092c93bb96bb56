import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { z } from 'zod'

const functionsFolder = fileURLToPath(new URL('../../../../migrations/functions', import.meta.url))

/**
 * Brings the database's functions up to date with their files in `migrations/functions/`. A text that this database has had before is
 * never run again: a server of an earlier release, started beside this one or after a rollback, leaves newer functions alone. Throws
 * with the name of the file if one can't be run; the others that come before it stay.
 */
export async function replaceFunctions(owner: pg.Client, folder = functionsFolder): Promise<void> {
	await owner.query(`
		create table if not exists migrations.functions (
			name text, hash text, run_at timestamptz not null default now(), primary key (name, hash)
		)`)
	const { rows } = await owner.query('select name, hash from migrations.functions')
	const before = z.array(z.object({ name: z.string(), hash: z.string() })).parse(rows)
	for (const file of (await readdir(folder)).toSorted()) {
		const text = await readFile(`${folder}/${file}`, 'utf8')
		const hash = createHash('sha256').update(text).digest('hex')
		if (before.some((had) => had.name === file && had.hash === hash)) continue
		await owner.query('begin')
		try {
			await owner.query('insert into migrations.functions (name, hash) values ($1, $2)', [file, hash])
			await owner.query(text)
			await owner.query('commit')
		} catch (error) {
			await owner.query('rollback')
			throw new Error(
				`migrations/functions/${file} failed: ${error instanceof Error ? error.message : error}`,
				{
					cause: error,
				},
			)
		}
	}
}
