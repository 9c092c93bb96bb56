import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	type DocumentName,
	documentNameSchema,
	pageSchemas,
	siteSchema,
	withoutUnknownFields,
} from '#shared/content/documents.ts'

const textsSchema = z.object({ pages: z.object(pageSchemas), site: siteSchema })

/** Reads the published texts of the pages that have any, and of the site. Every start of the shop loads them, so none is missing. */
export async function readPublishedTexts(
	database: Pick<Database, 'query'>,
): Promise<z.infer<typeof textsSchema>> {
	const rows = await database.query(
		sql`select kind, id, published as content from shop.documents where kind <> 'product' and published is not null`,
		documentNameSchema.extend({ content: z.unknown() }),
	)
	const read = (kind: DocumentName['kind']) =>
		Object.fromEntries(
			rows
				.filter((row) => row.kind === kind)
				.map(({ content, ...name }) => [name.id, withoutUnknownFields(name, content)]),
		)
	return textsSchema.parse({ pages: read('page'), ...read('site') })
}
