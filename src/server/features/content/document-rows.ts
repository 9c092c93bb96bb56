import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { decisionsSchema } from '#server/shop/decisions.ts'
import { type DocumentName, documentNameSchema } from '#shared/content/documents.ts'
import { documentNotFound, versionForgotten } from './document-errors.ts'

const documentSchema = documentNameSchema.extend({
	version: z.int(),
	draft: z.unknown(),
	published: z.unknown(),
	/** What the newest release of the software says here; null if none does. */
	of_release: z.unknown(),
	/** What the server has made of the product's file; null for any other document, and once it has been published. */
	made: z.unknown(),
	/** Whether the release says something new that an owner has neither taken nor refused. */
	is_offered: z.boolean(),
	/** Whether an owner has changed what the release says, or is about to. */
	is_edited: z.boolean(),
	is_withdrawn: z.boolean(),
	/** Whether an owner has taken it off sale or, an article, off the site. */
	is_off: z.boolean(),
	/** When its draft is published by itself; null if that isn't planned. */
	planned_for: z.date().nullable(),
})

/** A document as it is stored. Contents are unknown until they have been compared with their schema. */
export type StoredDocument = z.infer<typeof documentSchema>

const documentColumns = sql`
	kind, id, version, draft, published, of_release,
	case when published is null then (
		select v.content from shop.document_versions v
		where v.kind = documents.kind and v.id = documents.id and v.change = 'made from a file' order by v.version desc limit 1
	) end as made, is_offered, withdrawn_at is not null and not decisions ? 'offSale' as is_withdrawn, decisions ? 'offSale' as is_off,
	(decisions #>> '{publication,at}')::timestamptz as planned_for,
	draft is not null or published is distinct from of_release as is_edited`

/** Reads a document with its draft; undefined if there is none. */
export async function findDocument(
	database: Pick<Database, 'query'>,
	{ kind, id }: DocumentName,
): Promise<StoredDocument | undefined> {
	return await maybeOne(
		database,
		sql`select ${documentColumns} from shop.documents where kind = ${kind} and id = ${id}`,
		documentSchema,
	)
}

/** Reads all documents, withdrawn ones too. */
export async function readDocuments(database: Pick<Database, 'query'>): Promise<StoredDocument[]> {
	return await database.query(
		sql`select ${documentColumns} from shop.documents order by kind, id`,
		documentSchema,
	)
}

/** A decision about a product, an article or the site, as its history says it. It leaves what is published and the draft as they are. */
export type Decision =
	| 'price set'
	| 'price planned'
	| 'planned price cancelled'
	| 'planned price begun'
	| 'given away'
	| 'sold'
	| 'VAT rate set'
	| 'publication planned'
	| 'planned publication cancelled'
	| 'publication requested'
	| 'request ended'
	| 'released'
	| 'release taken back'
	| 'edition published'
	| 'edition taken back'
	| 'edition ended'
	| 'file added'
	| 'file removed'
	| 'taken off sale'
	| 'withdrawn by an owner'
	| 'put on sale again'
	| 'taken off the site'
	| 'put back'
	| 'decided where the shop sells'
	| 'decided in the release before'

/** A change of the draft alone. A draft saves itself, so its history is kept short (`forgetDrafts`). */
const drafting = ['saved', 'restored', 'discarded'] as const
type Drafting = (typeof drafting)[number]

/** How many changes of its draft the history of a document keeps. */
const mostDrafts = 50

/** What happened to a document, as its history says it. */
export type DocumentChange =
	| Drafting
	| 'made from a file'
	| 'published'
	| 'from the release'
	| 'offered by the release'
	| 'release taken'
	| 'release refused'
	| 'withdrawn'
	| Decision

const versionSchema = z.object({
	version: z.int(),
	change: z.string(),
	/** What resulted; null for a decision. */
	content: z.unknown(),
	decisions: decisionsSchema,
	by: z.string(),
	at: z.date(),
})

/** Reads what has happened to a document, newest first. */
export async function readHistory(
	database: Pick<Database, 'query'>,
	{ kind, id }: DocumentName,
): Promise<z.infer<typeof versionSchema>[]> {
	return await database.query(
		sql`
		select version, change, content, decisions, by, at from shop.document_versions
		where kind = ${kind} and id = ${id} order by version desc limit 100`,
		versionSchema,
	)
}

/** Reads the content that a version of a document had. */
export async function readVersion(
	database: Pick<Database, 'query'>,
	{ kind, id }: DocumentName,
	version: number,
): Promise<unknown> {
	const found = await maybeOne(
		database,
		sql`select content from shop.document_versions where kind = ${kind} and id = ${id} and version = ${version}`,
		z.object({ content: z.unknown() }),
	)
	if (found?.content == null) throw versionForgotten()
	return found.content
}

/**
 * Lets one transaction at a time change documents, in all servers. They change rarely, and two of them may depend on each other: no
 * two products may have one title.
 */
export async function lockDocuments(tx: Transaction): Promise<void> {
	await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('documents', 0))`)
}

/**
 * Changes a document and records the change with the content that resulted and the answers about its claims. Returns the document's new version. The caller has
 * locked the documents.
 */
export async function changeDocument(
	tx: Transaction,
	{ kind, id }: DocumentName,
	{
		change,
		by,
		content,
		claims,
		set,
	}: { change: DocumentChange; by: string; content?: unknown; claims?: unknown; set: Sql },
): Promise<number> {
	const isDrafting = drafting.some((each) => each === change)
	// At a planned time, only what an owner has checked is published, and only what somebody has finished is asked for.
	const planned = isDrafting ? sql`, decisions = decisions - 'publication' - 'asked'` : sql``
	const changed = await maybeOne(
		tx,
		sql`
		with changed as (
			update shop.documents set version = version + 1, ${set}${planned} where kind = ${kind} and id = ${id} returning version, decisions
		), recorded as (
			insert into shop.document_versions (kind, id, version, change, content, claims, decisions, by)
			select ${kind}, ${id}, version, ${change}, ${asJson(content)}, ${asJson(claims)}, decisions, ${by} from changed
		)
		select version from changed`,
		z.object({ version: z.int() }),
	)
	if (changed === undefined) throw documentNotFound({ kind, id })
	if (isDrafting) await forgetDrafts(tx, { kind, id })
	return changed.version
}

/**
 * Removes the drafts that a later one has replaced: of several savings of one person in a row, the last is kept, and of all drafts the
 * newest. What was published stays, and so does every other decision. A version number never counts twice.
 */
async function forgetDrafts(tx: Transaction, { kind, id }: DocumentName): Promise<void> {
	await tx.execute(sql`
		delete from shop.document_versions v using (
			select version, row_number() over (order by version desc) > ${mostDrafts} as is_old,
				change = 'saved' and next_change = 'saved' and next_by = by as is_saved_again
			from (
				select *, lead(change) over next as next_change, lead(by) over next as next_by
				from shop.document_versions where kind = ${kind} and id = ${id} window next as (order by version)
			) each where change = any (${drafting})
		) d
		where v.kind = ${kind} and v.id = ${id} and v.version = d.version and (d.is_old or d.is_saved_again)`)
}

/** Adds a document, and records it as its first version. */
export async function addDocument(
	tx: Transaction,
	{ kind, id }: DocumentName,
	row: {
		change: DocumentChange
		by: string
		draft?: unknown
		published?: unknown
		ofRelease?: unknown
		isOffered?: boolean
	},
): Promise<number> {
	const { change, by, draft, published, ofRelease, isOffered = false } = row
	await tx.query(sql`
		insert into shop.documents (kind, id, version, draft, published, published_as, of_release, is_offered)
		values (
			${kind}, ${id}, 1, ${asJson(draft)}, ${asJson(published)}, ${published === undefined ? null : sql`gen_random_uuid()`},
			${asJson(ofRelease)}, ${isOffered}
		)`)
	await tx.query(sql`
		insert into shop.document_versions (kind, id, version, change, content, by)
		values (${kind}, ${id}, 1, ${change}, ${asJson(published ?? draft ?? ofRelease)}, ${by})`)
	return 1
}

/** Writes a value as the parameter of a `jsonb`; undefined and null become SQL's null. */
export function asJson(value: unknown): Sql {
	return sql`${value == null ? null : JSON.stringify(value)}::jsonb`
}
