import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRecord } from '#shared/json.ts'

/** Finds the file of a product that was made from it; undefined if it has gone since. */
export async function findGuideFile(database: Pick<Database, 'query'>, made: unknown) {
	const name = isRecord(made) && typeof made.pdfFileName === 'string' ? made.pdfFileName : ''
	return await maybeOne(
		database,
		sql`select name, sha256 from storage.objects where bucket_id = 'pdfs' and name = ${name}`,
		z.object({ name: z.string(), sha256: z.string() }),
	)
}
