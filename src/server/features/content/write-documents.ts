import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { count, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Decisions, firstEdition } from '#server/shop/decisions.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { readOffer } from '#server/shop/products.ts'
import type { AnsweredClaim } from '#shared/admin/content.ts'
import { type DocumentName, isDocumentName } from '#shared/content/documents.ts'
import { isRecord } from '#shared/json.ts'
import { DocumentChanged, DocumentFaulty, documentNotFound } from './document-errors.ts'
import {
	addDocument,
	asJson,
	changeDocument,
	type Decision,
	findDocument,
	lockDocuments,
	readVersion,
	type StoredDocument,
} from './document-rows.ts'
import { findClashes, findDraftFaults } from './draft-faults.ts'
import { settleFirst, withFixedFields } from './fixed-fields.ts'
import { findGuideFile } from './guide-file.ts'
import { upsertProducts } from './upsert-products.ts'

/** Who changes a document, and the version of it that they have read; 0 if there was none. */
export interface Writer {
	by: string
	version: number
}

export interface Publication extends Writer {
	/** What an owner has said of the sentences that sound like claims. */
	claims: readonly AnsweredClaim[]
}

interface MadeDecision {
	by: string
	change: Decision
	decided: Decisions
}

/** The most that a draft may weigh as JSON. The documents of the starter shop weigh a twentieth of it. */
const mostBytes = 500_000

/**
 * Saves a draft, and returns the document's new version. A draft need not match its schema yet. Throws `DocumentChanged` if somebody
 * else has changed the document since the writer read it.
 */
export async function saveDraft(
	tx: Transaction,
	name: DocumentName,
	{ by, version, content }: Writer & { content: Readonly<Record<string, unknown>> },
): Promise<number> {
	requireSavable(name, content)
	const document = await lockVersion(tx, name, version)
	if (document === undefined) return await addDocument(tx, name, { change: 'saved', by, draft: content })
	const draft = document.made == null ? content : settleFirst(content)
	return await changeDocument(tx, name, { change: 'saved', by, content: draft, set: draftOf(draft) })
}

/** Gives up the draft of a document, which its history keeps, and returns the document's new version. */
export async function dropDraft(
	tx: Transaction,
	name: DocumentName,
	{ by, version }: Writer,
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document === undefined) throw documentNotFound(name)
	const { published: content } = document
	return await changeDocument(tx, name, { change: 'discarded', by, content, set: sql`draft = null` })
}

/**
 * Makes an older version of a document its draft, and returns the document's new version. What is decided elsewhere, such as the
 * price and the file of a product, stays as it is.
 */
export async function restoreVersion(
	tx: Transaction,
	name: DocumentName,
	{ by, version, restored }: Writer & { restored: number },
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document === undefined) throw documentNotFound(name)
	const former = await readVersion(tx, name, restored)
	const content = document.published === null ? former : withFixedFields(name, former, document.published)
	return await changeDocument(tx, name, { change: 'restored', by, content, set: draftOf(content) })
}

/**
 * Publishes the draft of a document, and returns the document's new version. Throws `DocumentFaulty` with every fault if the draft
 * does not match its schema or would clash with another product; what was published then stays.
 */
export async function publishDraft(
	tx: Transaction,
	name: DocumentName,
	{ by, version, claims }: Publication,
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document === undefined) throw documentNotFound(name)
	if (document.draft === null) throw new DecisionError('There is no draft to publish.')
	await requirePublishable(tx, document)
	const content = document.made == null ? document.draft : await withEditionOfToday(tx, document.draft)
	const published = await changeDocument(tx, name, {
		change: 'published',
		by,
		content,
		claims,
		set: sql`
			published = ${asJson(content)}, published_as = gen_random_uuid(), draft = null,
			decisions = decisions - 'publication' - 'asked' - ${name.kind === 'article' ? 'offSale' : ''},
			is_offered = is_offered and draft is distinct from of_release`,
	})
	await updateProduct(tx, name)
	return published
}

/** Discards a product that was made from a file, or an article, that was never published. The caller removes a file from the store afterwards. */
export async function discardUnpublished(
	tx: Transaction,
	name: DocumentName,
	{ by, version }: Writer,
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document === undefined || document.published !== null) throw documentNotFound(name)
	const file = await findGuideFile(tx, document.made)
	await tx.execute(sql`delete from storage.objects where bucket_id = 'pdfs' and name = ${file?.name ?? ''}`)
	return await changeDocument(tx, name, {
		change: 'withdrawn',
		by,
		content: document.draft,
		set: sql`withdrawn_at = now()`,
	})
}

/** Dates the first edition of a product with the day of its first publication. */
async function withEditionOfToday(tx: Transaction, content: unknown): Promise<unknown> {
	const { today } = await one(
		tx,
		sql`select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today`,
		z.object({ today: z.string() }),
	)
	return isRecord(content) ? { ...content, edition: { ...firstEdition, date: today } } : content
}

/** Replaces an owner's document, and any draft of it, by what the release says. From now on it follows the releases again. */
export async function takeRelease(tx: Transaction, name: DocumentName, writer: Writer): Promise<number> {
	const { of_release: content } = await lockOffered(tx, name, writer.version)
	const clashes = await findClashes(tx, name, content)
	if (clashes.length > 0) throw new DocumentFaulty(name, clashes)
	const version = await changeDocument(tx, name, {
		change: 'release taken',
		by: writer.by,
		content,
		set: sql`
			published = of_release, published_as = gen_random_uuid(), draft = null, is_offered = false,
			decisions = decisions - 'publication' - 'asked'`,
	})
	await updateProduct(tx, name)
	return version
}

/** Keeps an owner's document as it is, until a later release says something new again. */
export async function refuseRelease(tx: Transaction, name: DocumentName, writer: Writer): Promise<number> {
	const { of_release: content } = await lockOffered(tx, name, writer.version)
	return await changeDocument(tx, name, {
		change: 'release refused',
		by: writer.by,
		content,
		set: sql`is_offered = false`,
	})
}

/**
 * Locks a product until the transaction ends: nobody gets it or decides anything about it until then. Call it before reading what
 * the decision depends on.
 */
export async function lockProduct(tx: Transaction, id: string): Promise<void> {
	await lockDocuments(tx)
	// Servers of the release before write no documents: the database does for them, unless it is told of this.
	await tx.execute(sql`select set_config('shop.decides', 'on', true)`)
	await tx.execute(sql`select from public.products where id = ${id} for update`)
}

/**
 * Records what an owner has decided about a product besides its texts, and applies it. A decision without a value is removed; the
 * others stay. The caller has called `lockProduct`.
 */
export async function decide(tx: Transaction, id: string, decision: MadeDecision): Promise<void> {
	const name = { kind: 'product', id } as const
	await decideDocument(tx, name, decision)
	await updateProduct(tx, name)
}

/** Records what an owner has decided about a document besides its words, as `decide` does. The caller has locked the documents. */
export async function decideDocument(
	tx: Transaction,
	name: DocumentName,
	{ by, change, decided }: MadeDecision,
): Promise<void> {
	const removed = Object.keys(decided)
	await changeDocument(tx, name, {
		change,
		by,
		set: sql`
			decisions = (decisions - ${removed}::text[]) || ${asJson(decided)},
			published_as = case when published is not null then gen_random_uuid() end`,
	})
}

/**
 * Locks the documents and returns one of them. Throws `DocumentChanged` if somebody has changed it since the writer read it. What
 * was only decided besides is no such change.
 */
export async function lockVersion(
	tx: Transaction,
	name: DocumentName,
	version: number,
): Promise<StoredDocument | undefined> {
	await lockDocuments(tx)
	return await findCurrent(tx, name, version)
}

/** Reads a document as `lockVersion` does, before it is locked. */
export async function findCurrent(
	database: Pick<Database, 'query'>,
	name: DocumentName,
	version: number,
): Promise<StoredDocument | undefined> {
	const document = await findDocument(database, name)
	const current = document?.version ?? 0
	if (current !== version && !(await isOnlyDecided(database, name, { since: version, current })))
		throw new DocumentChanged(current)
	if (document?.is_withdrawn === true)
		throw new DecisionError('It has left the shop, so it can’t be changed.')
	return document
}

async function isOnlyDecided(
	database: Pick<Database, 'query'>,
	{ kind, id }: DocumentName,
	{ since, current }: { since: number; current: number },
): Promise<boolean> {
	const decided = await count(
		database,
		sql`
		select count(*)::integer as count from shop.document_versions
		where kind = ${kind} and id = ${id} and version > ${since} and content is null`,
	)
	return since < current && decided === current - since
}

async function lockOffered(tx: Transaction, name: DocumentName, version: number): Promise<StoredDocument> {
	const document = await lockVersion(tx, name, version)
	if (document === undefined) throw documentNotFound(name)
	if (!document.is_offered) throw new DecisionError('The release has nothing new for it.')
	return document
}

function requireSavable(name: DocumentName, content: unknown): void {
	if (!isDocumentName(name)) throw documentNotFound(name)
	if (JSON.stringify(content).length > mostBytes)
		throw new DocumentFaulty(name, [
			{ path: '', says: `it is longer than ${mostBytes.toLocaleString('en-GB')} characters` },
		])
}

async function requirePublishable(tx: Transaction, document: StoredDocument): Promise<void> {
	const { kind, id } = document
	const name = { kind, id }
	const faults = await findDraftFaults(tx, document)
	if (faults.length > 0) throw new DocumentFaulty(name, faults)
}

/** Writes a product as it is offered now into the table that policies and APIs read. */
async function updateProduct(tx: Transaction, { kind, id }: DocumentName): Promise<void> {
	if (kind !== 'product') return
	const { products, faults } = await readOffer(tx, [id])
	// A server of another release may be able to read it.
	if (faults.length > 0) throw new Error(faults.join('\n'))
	await upsertProducts(tx, products)
}

/** A draft that says what is published is none. */
function draftOf(content: unknown) {
	return sql`draft = nullif(${asJson(content)}, published)`
}
