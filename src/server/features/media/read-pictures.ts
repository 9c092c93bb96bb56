import { z } from 'zod'
import { listDocuments } from '#server/features/content/read-documents.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { documentNameSchema } from '#shared/content/documents.ts'
import { pictureNotFound } from './errors.ts'

type Reader = Pick<Database, 'query'>

const pictureSchema = z.object({
	id: z.string(),
	width: z.int(),
	height: z.int(),
	alt: z.string(),
	by: z.string(),
	at: z.date(),
})

const columns = sql`id, width, height, alt, added_by as by, added_at as at`

/** Reads one picture. Throws `DecisionError` if there is none. */
export async function readPicture(database: Reader, id: string) {
	const picture = await findPicture(database, id)
	if (picture === undefined) throw pictureNotFound()
	return picture
}

export async function findPicture(database: Reader, id: string) {
	return await maybeOne(database, sql`select ${columns} from shop.pictures where id = ${id}`, pictureSchema)
}

/** Lists the pictures, newest first, with the documents that show each. */
export async function listPictures(database: Reader) {
	const pictures = await database.query(
		sql`select ${columns} from shop.pictures order by added_at desc, id`,
		pictureSchema,
	)
	const uses = await findUses(database, sql`'"([0-9a-f]{32})"'`)
	return pictures.map((picture) => ({
		...picture,
		uses: uses.flatMap(({ picture: of, ...use }) => (of === picture.id ? [use] : [])),
	}))
}

/** Returns the documents that show a picture, or whose drafts do. */
export async function usesOf(database: Reader, id: string) {
	return await findUses(database, sql`${`"(${id})"`}`)
}

/** Finds pictures in documents by the form of their ids, which nothing else in a document has. */
async function findUses(database: Reader, form: Sql) {
	const found = await database.query(
		sql`
		select distinct d.kind, d.id, m.groups[1] as picture
		from shop.documents d, regexp_matches(concat(d.published, d.draft), ${form}, 'g') m (groups)
		order by d.kind, d.id`,
		documentNameSchema.extend({ picture: z.string() }),
	)
	if (found.length === 0) return []
	const titles = new Map(
		(await listDocuments(database)).map(({ kind, id, title }) => [`${kind} ${id}`, title]),
	)
	return found.map((use) => ({ ...use, title: titles.get(`${use.kind} ${use.id}`) ?? 'The whole site' }))
}
