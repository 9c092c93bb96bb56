import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { answeredClaim, documentRow } from '#shared/admin/content.ts'
import { categories, categoryPath } from '#shared/categories.ts'
import { type DocumentName, isDocumentName, pageSchemas } from '#shared/content/documents.ts'
import { formOf, titleOf } from '#shared/content/form.ts'
import { instant } from '#shared/instant.ts'
import { isRecord } from '#shared/json.ts'
import { articlePath, productPath } from '#shared/paths.ts'
import { findDifferences } from './differences.ts'
import { documentNotFound, versionForgotten } from './document-errors.ts'
import { findDocument, type StoredDocument } from './document-rows.ts'
import { findDraftFaults } from './draft-faults.ts'

type Reader = Pick<Database, 'query'>

const rowSchema = documentRow.omit({ title: true }).extend({
	/** What a product or an article calls itself. */
	named: z.string().nullable(),
})

/**
 * Lists the documents, or one of them. A later release may have added others, which this one can't read.
 */
export async function listDocuments(database: Reader, name?: DocumentName) {
	const rows = await database.query(
		sql`
		select d.kind, d.id, d.version, d.is_offered, d.draft is not null as has_draft,
			case when d.kind in ('product', 'article') then coalesce(d.published, d.draft, d.of_release) ->> 'title' end as named,
			d.draft is not null or d.published is distinct from d.of_release as is_edited,
			d.published is not null and d.withdrawn_at is null as is_published,
			(d.decisions #>> '{publication,at}')::timestamptz as planned_for, d.decisions -> 'asked' as asked,
			last.change, last.by as changed_by, last.at as changed_at, (
				select min(v.at) from shop.document_versions v where v.kind = d.kind and v.id = d.id and v.change = 'published'
			) as published_at
		from shop.documents d cross join lateral (
			select v.change, v.by, v.at from shop.document_versions v
			where v.kind = d.kind and v.id = d.id order by v.version desc limit 1
		) last
		where (d.published is not null or d.withdrawn_at is null)
			and (${name === undefined} or (d.kind = ${name?.kind ?? ''} and d.id = ${name?.id ?? ''}))
		order by d.kind, length(d.id), d.id`,
		rowSchema,
	)
	return rows
		.filter(isDocumentName)
		.toSorted((a, b) => placeOf(a) - placeOf(b))
		.map(({ named, ...row }) => ({ ...row, title: named ?? formOf(row).title }))
}

/** The site's comes first, then the pages' in the order of their schemas, and those of articles last. */
function placeOf({ kind, id }: DocumentName): number {
	const pages = Object.keys(pageSchemas)
	if (kind === 'site') return -1
	return kind === 'page' ? pages.indexOf(id) : pages.length + (kind === 'article' ? 1 : 0)
}

/** Reads one document for its editor. Throws `DecisionError` if there is none. */
export async function readDocument(database: Reader, name: DocumentName) {
	const [row] = await listDocuments(database, name)
	const document = await findDocument(database, name)
	if (row === undefined || document === undefined) throw documentNotFound(name)
	const { draft, published, of_release: ofRelease, made } = document
	return {
		...row,
		path: pathOf(document),
		form: formOf(name, made !== null || (name.kind === 'article' && published === null)),
		content: draft ?? published ?? ofRelease,
		faults: await faultsOf(database, document),
		differences: draft === null ? [] : differencesBetween(name, published ?? made, draft),
		offered: document.is_offered ? differencesBetween(name, published, ofRelease) : [],
	}
}

/** Returns what keeps a draft from being published, with the titles of the fields. */
export async function faultsOf(
	database: Reader,
	document: Pick<StoredDocument, 'kind' | 'id' | 'draft' | 'published' | 'made'>,
) {
	if (document.draft === null) return []
	const faults = await findDraftFaults(database, document)
	return faults.map((fault) => ({ ...fault, field: titleOf(formOf(document), fault.path) }))
}

/** Returns what differs between two versions of a document, with the titles of the fields. */
export function differencesBetween(name: DocumentName, before: unknown, after: unknown) {
	const form = formOf(name)
	return findDifferences(form, before, after).map(({ path, ...words }) => ({
		field: titleOf(form, path),
		...words,
	}))
}

/** Returns the path of the page on which visitors see a document. */
export function pathOf({
	kind,
	id,
	draft,
	published,
}: Pick<StoredDocument, 'kind' | 'id' | 'draft' | 'published'>) {
	const category = categories.find((each) => each === id)
	if (kind === 'page' && category !== undefined) return categoryPath(category)
	if (kind === 'page' && id !== 'home') return `/${id}`
	const content = draft ?? published
	if (kind === 'article') return isRecord(content) ? articlePath({ slug: String(content.slug) }) : '/articles'
	if (kind !== 'product' || !isRecord(content) || content.comingSoon !== false) return '/'
	return typeof content.slug === 'string' ? productPath({ slug: content.slug }) : '/'
}

const versionSchema = z.object({
	version: z.int(),
	change: z.string(),
	by: z.string(),
	at: instant,
	has_words: z.boolean(),
	claims: z.array(answeredClaim),
})

/** Reads what has happened to a document, newest first. */
export async function listVersions(database: Reader, { kind, id }: DocumentName) {
	return await database.query(
		sql`
		select version, change, by, at, content is not null as has_words, coalesce(claims, '[]') as claims
		from shop.document_versions where kind = ${kind} and id = ${id} order by version desc limit 100`,
		versionSchema,
	)
}

/** Compares a version of a document with the words before it, and with what is published. */
export async function compareVersion(database: Reader, name: DocumentName, version: number) {
	const { kind, id } = name
	if (!isDocumentName(name)) throw documentNotFound(name)
	const found = await maybeOne(
		database,
		sql`
		select v.content, d.published, (
			select b.content from shop.document_versions b
			where b.kind = v.kind and b.id = v.id and b.version < v.version and b.content is not null
			order by b.version desc limit 1
		) as before
		from shop.document_versions v join shop.documents d on d.kind = v.kind and d.id = v.id
		where v.kind = ${kind} and v.id = ${id} and v.version = ${version} and v.content is not null`,
		z.object({ content: z.unknown(), published: z.unknown(), before: z.unknown() }),
	)
	if (found === undefined) throw versionForgotten()
	return {
		changed: found.before === null ? [] : differencesBetween(name, found.before, found.content),
		from_now: differencesBetween(name, found.published, found.content),
	}
}
