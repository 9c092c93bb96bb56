import { z } from 'zod'
import { starterTexts } from '#catalogue/starter-shop.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	type DocumentName,
	documentNameSchema,
	pageSchemas,
	withoutUnknownFields,
} from '#shared/content/documents.ts'
import { siteSchema } from '#shared/content/site-words.ts'
import { withAddedFields } from './fixed-fields.ts'

const textsSchema = z.object({ pages: z.object(pageSchemas), site: siteSchema })

/**
 * Reads the published texts of the pages that have any, and of the site. A server of the release before may have published one without
 * the fields that this release adds: it gets those of the starter shop. Documents that a later release has added are left out.
 */
export async function readPublishedTexts(
	database: Pick<Database, 'query'>,
): Promise<z.infer<typeof textsSchema>> {
	const rows = await database.query(
		sql`select kind, id, published from shop.documents where kind <> 'product' and published is not null`,
		documentNameSchema.extend({ published: z.unknown() }),
	)
	const texts = starterTexts.map(({ content, ...name }) => {
		const row = rows.find(({ kind, id }) => kind === name.kind && id === name.id)
		const published = withoutUnknownFields(name, row?.published ?? content)
		return { ...name, content: withAddedFields(name, published, content) }
	})
	const read = (kind: DocumentName['kind']) =>
		Object.fromEntries(texts.filter((text) => text.kind === kind).map(({ id, content }) => [id, content]))
	return textsSchema.parse({ pages: read('page'), ...read('site') })
}
