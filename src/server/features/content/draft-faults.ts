import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { idRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isOffSaleSql } from '#server/shop/products.ts'
import { articleSchema } from '#shared/content/article.ts'
import { type DocumentName, type Fault, findFaults } from '#shared/content/documents.ts'
import { guidesNamedIn } from '#shared/content/own-pages.ts'
import { isRecord } from '#shared/json.ts'
import { isUploaded } from '#shared/media.ts'
import { asJson, type StoredDocument } from './document-rows.ts'
import { findFixedFaults } from './fixed-fields.ts'
import { findGuideFile } from './guide-file.ts'

/** Finds everything for which a draft can't be published. */
export async function findDraftFaults(
	database: Pick<Database, 'query'>,
	{ kind, id, draft, ...stored }: Pick<StoredDocument, 'kind' | 'id' | 'draft' | 'published' | 'made'>,
): Promise<Fault[]> {
	const name = { kind, id }
	return [
		...findFaults(name, draft),
		...findFixedFaults(name, stored, draft),
		...(stored.made === null || (await findGuideFile(database, stored.made)) !== undefined
			? []
			: [{ path: 'pdfFileName', says: 'is gone from the store: make the guide again' }]),
		...(await findClashes(database, name, draft)),
		...(await findLostPictures(database, draft)),
		...(await findUnknownGuides(database, name, draft)),
	]
}

/** Finds the uploaded pictures in a document that have been removed. */
async function findLostPictures(database: Pick<Database, 'query'>, draft: unknown): Promise<Fault[]> {
	const pictures = picturesIn(draft)
	if (pictures.length === 0) return []
	const ids = pictures.map(({ id }) => id)
	const stored = await database.query(sql`select id from shop.pictures where id = any (${ids})`, idRow)
	return pictures
		.filter(({ id }) => stored.every((one) => one.id !== id))
		.map(({ path }) => ({ path, says: 'is no longer in Media: take it out, or choose another' }))
}

function picturesIn(value: unknown, path: readonly string[] = []): { path: string; id: string }[] {
	if (typeof value !== 'object' || value === null) return []
	const inner = Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
		picturesIn(part, [...path, key]),
	)
	return isRecord(value) && isUploaded(value.name)
		? [{ path: path.join('.'), id: value.name }, ...inner]
		: inner
}

/** Finds the guides that a page names and that the shop has never had. One that is no longer on offer is only not shown. */
async function findUnknownGuides(
	database: Pick<Database, 'query'>,
	{ kind, id }: DocumentName,
	draft: unknown,
): Promise<Fault[]> {
	const named = kind === 'page' ? guidesNamedIn(id, draft) : kind === 'article' ? relatedIn(draft) : []
	if (named.length === 0) return []
	const known = await database.query(
		sql`select slug from public.products where slug = any (${named.map(({ slug }) => slug)})`,
		z.object({ slug: z.string() }),
	)
	return named
		.filter(({ slug }) => known.every((one) => one.slug !== slug))
		.map(({ path }) => ({ path, says: 'no guide has this address' }))
}

function relatedIn(draft: unknown): { path: string; slug: string }[] {
	const related = articleSchema.shape.related.safeParse(isRecord(draft) ? draft.related : []).data ?? []
	return related.map((slug, at) => ({ path: `related.${at}`, slug }))
}

/** Finds the names of a product that another product on offer has already, or the address that another article has. */
export async function findClashes(
	database: Pick<Database, 'query'>,
	{ kind, id }: DocumentName,
	content: unknown,
): Promise<Fault[]> {
	if (kind === 'article')
		return await database.query(
			sql`
			select 'slug' as path, 'another article has it already: ' || (published ->> 'title') as says
			from shop.documents
			where kind = 'article' and id <> ${id} and published ->> 'slug' = ${asJson(content)} ->> 'slug'`,
			z.object({ path: z.string(), says: z.string() }),
		)
	if (kind !== 'product') return []
	return await database.query(
		sql`
		select c.path, 'another product has it already: ' || p.title as says
		from jsonb_to_record(${asJson(content)}) as d (slug text, title text, "stripeProductId" text)
			cross join lateral (values ('slug', d.slug), ('title', d.title), ('stripeProductId', d."stripeProductId")) c (path, value)
			join public.products p on p.id <> ${id} and (not p.withdrawn or ${isOffSaleSql(sql`p.id`)})
				and c.value = case c.path when 'slug' then p.slug when 'title' then p.title else p.product_id end`,
		z.object({ path: z.string(), says: z.string() }),
	)
}
