import { z } from 'zod'
import { listDocuments } from '#server/features/content/read-documents.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { mediaApi, mediaFilesSchema } from '#shared/admin/media.ts'
import { documentNameSchema } from '#shared/content/documents.ts'
import { pictureNotFound } from './errors.ts'

type Reader = Pick<Database, 'query'>

/** The bucket of pictures among the stored files. */
export const picturesBucket = 'pictures'

/** A stored file of a picture. */
export const pictureFile = z.object({ name: z.string(), sha256: z.string() })

const pictureSchema = mediaApi.pictures.output.shape.rows.element.omit({ uses: true })

const shownFiles = sql`jsonb_build_object('id', coalesce(p.shown, p.id), 'width', p.width, 'height', p.height)`
const pictures = sql`
	select p.id, p.name, ${shownFiles} as shown, coalesce(p.original, ${shownFiles}) as original, p.crop, p.alt,
		p.added_by as by, p.added_at as at, coalesce((
			select o.size from storage.objects o
			where o.bucket_id = ${picturesBucket} and o.name = coalesce(p.shown, p.id) || '-' || p.width || '.avif'
		), 0)::integer as bytes
	from shop.pictures p`

/** Reads one picture. Throws `DecisionError` if there is none. */
export async function readPicture(database: Reader, id: string) {
	const picture = await maybeOne(database, sql`${pictures} where p.id = ${id}`, pictureSchema)
	if (picture === undefined) throw pictureNotFound()
	return picture
}

/** Finds the picture whose original has these files. Undefined if there is none. */
export async function findPictureOf(database: Reader, files: string) {
	return await maybeOne(
		database,
		sql`${pictures} where coalesce(p.original ->> 'id', p.shown, p.id) = ${files} order by p.added_at limit 1`,
		pictureSchema,
	)
}

/** Lists the pictures, newest first, with the documents that show each. */
export async function listPictures(database: Reader) {
	const rows = await database.query(sql`${pictures} order by p.added_at desc, p.id`, pictureSchema)
	const uses = await findUses(database, sql`'"([0-9a-f]{32})"'`)
	return rows.map((picture) => ({
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
		where d.published is not null or d.withdrawn_at is null
		order by d.kind, d.id`,
		documentNameSchema.extend({ picture: z.string() }),
	)
	if (found.length === 0) return []
	const titles = new Map(
		(await listDocuments(database)).map(({ kind, id, title }) => [`${kind} ${id}`, title]),
	)
	return found.map((use) => ({ ...use, title: titles.get(`${use.kind} ${use.id}`) ?? 'The whole site' }))
}

/** Reads what is shown of each picture. */
export async function readShownPictures(
	database: Reader,
): Promise<ReadonlyMap<string, z.infer<typeof mediaFilesSchema>>> {
	const rows = await database.query(
		sql`select p.id, ${shownFiles} as shown from shop.pictures p`,
		z.object({ id: z.string(), shown: mediaFilesSchema }),
	)
	return new Map(rows.map(({ id, shown }) => [id, shown]))
}
