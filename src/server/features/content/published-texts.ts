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
import { withAddedFields } from './fixed-fields.ts'

const textsSchema = z.object({ pages: z.object(pageSchemas), site: siteSchema })

/** Reads the published texts of the pages that have any, and of the site. Every start of the shop loads them, so none is missing. */
export async function readPublishedTexts(
	database: Pick<Database, 'query'>,
): Promise<z.infer<typeof textsSchema>> {
	const rows = await database.query(
		sql`select kind, id, published as content, of_release from shop.documents where kind <> 'product' and published is not null`,
		documentNameSchema.extend({ content: z.unknown(), of_release: z.unknown() }),
	)
	const read = (kind: DocumentName['kind']) =>
		Object.fromEntries(
			rows
				.filter((row) => row.kind === kind)
				.map(({ content, of_release: ofRelease, ...name }) => [
					name.id,
					// A server of the release before may have published it without the fields that this release adds.
					withAddedFields(name, withoutUnknownFields(name, content), ofRelease),
				]),
		)
	return textsSchema.parse({ pages: read('page'), ...read('site') })
}
