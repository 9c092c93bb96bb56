import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

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
	for (const file of (await readdir(folder)).toSorted()) {
		const text = await readFile(`${folder}/${file}`, 'utf8')
		const hash = createHash('sha256').update(text).digest('hex')
		await owner.query('begin')
		try {
			const { rowCount } = await owner.query(
				'insert into migrations.functions (name, hash) values ($1, $2) on conflict do nothing',
				[file, hash],
			)
			if (rowCount === 1) await owner.query(text)
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
