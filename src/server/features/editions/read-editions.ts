import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne, one } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { addedFileSchema } from '#server/shop/decisions.ts'
import { productsWithSameFile } from './uploads.ts'

/** Selects the names of the further files of a product `p` with which its edition is offered; kept earlier editions aren't among them. */
export const otherFilesNow: Sql = sql`array(
	select name from unnest(p.other_files) name
	where name !~ '-\\d{4}-\\d{2}-\\d{2}[.]' and not coalesce((
		select d.decisions #> '{edition,leftOut}' ? name from shop.documents d where d.kind = 'product' and d.id = p.id
	), false)
)`

const fileSchema = z.object({
	name: z.string(),
	bytes: z.int(),
	edition: z.string().nullable(),
	of_owner: z.boolean(),
	uploaded: z.boolean(),
	others: z.array(z.string()),
})

const editionSchema = z.object({
	id: z.string(),
	bytes: z.int(),
	of_catalogue: z.boolean(),
	uploaded_by: z.string(),
	uploaded_at: z.date(),
	edition: z.string().nullable(),
	changes: z.string().nullable(),
	published_by: z.string().nullable(),
	published_at: z.date().nullable(),
	ended_by: z.string().nullable(),
	uploaded_name: z.string().nullable(),
	pages: z.int().nullable(),
	same_as: z.array(z.string()),
})

const most = 30

/** Reads which file of a guide customers get, which files wait to be published, and which were published before. */
export async function readEditions(database: Pick<Database, 'query'>, productId: string) {
	const file = await maybeOne(
		database,
		sql`
		select o.name, o.size::integer as bytes, p.edition, e.of_owner,
			e.of_owner or coalesce(d.decisions #>> '{release,fileName}' = o.name, false) and o.goods_sha256 is null as uploaded,
			${otherFilesNow} as others
		from public.products p join storage.objects o on o.bucket_id = 'pdfs' and o.name = p.file_name
			left join shop.documents d on d.kind = 'product' and d.id = p.id
			cross join lateral (
				select coalesce(d.decisions #>> '{edition,sha256}' = o.sha256 and not d.decisions -> 'edition' ? 'ofRelease', false) as of_owner
			) e
		where p.id = ${productId}`,
		fileSchema,
	)
	const { added } = await one(
		database,
		sql`
		select coalesce((select decisions -> 'addedFiles' from shop.documents where kind = 'product' and id = ${productId}), '[]') as added`,
		z.object({ added: z.array(addedFileSchema) }),
	)
	const all = await database.query(
		sql`
		select id, size as bytes, of_catalogue, uploaded_by, uploaded_at, edition, changes, published_by, published_at, ended_by,
			uploaded_name, pages, case when published_at is null then array(${productsWithSameFile}) else '{}' end as same_as
		from shop.editions e where catalogue_id = ${productId} and (published_at is not null or ended_at is null)
		order by coalesce(published_at, uploaded_at) desc limit ${most}`,
		editionSchema,
	)
	const waits = all.filter(({ published_at: at }) => at === null)
	const uploaded = waits.find(({ of_catalogue: ofCatalogue }) => !ofCatalogue)
	return {
		file: file ?? null,
		added: added.map((one) => ({ ...one, at: new Date(one.at) })),
		uploaded:
			uploaded === undefined
				? null
				: {
						id: uploaded.id,
						bytes: uploaded.bytes,
						name: uploaded.uploaded_name,
						pages: uploaded.pages,
						same_as: uploaded.same_as,
						by: uploaded.uploaded_by,
						at: uploaded.uploaded_at,
					},
		waiting: waits.find(({ of_catalogue: ofCatalogue }) => ofCatalogue) ?? null,
		editions: all.flatMap(({ published_at: at, published_by: by, edition, changes, ...row }) =>
			at === null || by === null || edition === null || changes === null
				? []
				: [{ ...row, edition, changes, by, at }],
		),
	}
}
