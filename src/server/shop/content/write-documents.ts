import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DocumentChanged, DocumentFaulty, documentNotFound } from '#server/shop/content/document-errors.ts'
import {
	addDocument,
	asJson,
	changeDocument,
	findDocument,
	lockDocuments,
	readVersion,
	type StoredDocument,
} from '#server/shop/content/document-rows.ts'
import { findFixedFaults, withFixedFields } from '#server/shop/content/fixed-fields.ts'
import { upsertProducts } from '#server/shop/content/upsert-products.ts'
import { DecisionError } from '#server/shop/plan.ts'
import {
	type DocumentName,
	type Fault,
	findFaults,
	isDocumentName,
	productDocumentSchema,
} from '#shared/content/documents.ts'

/** Who changes a document, and the version of it that they have read; 0 if there was none. */
interface Writer {
	by: string
	version: number
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
	return await changeDocument(tx, name, { change: 'saved', by, content, set: draftOf(content) })
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
	const content =
		name.kind === 'product' && document.published !== null
			? withFixedFields(former, document.published)
			: former
	return await changeDocument(tx, name, { change: 'restored', by, content, set: draftOf(content) })
}

/**
 * Publishes the draft of a document, and returns the document's new version. Throws `DocumentFaulty` with every fault if the draft
 * does not match its schema or would clash with another product; what was published then stays.
 */
export async function publishDraft(
	tx: Transaction,
	name: DocumentName,
	{ by, version }: Writer,
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document === undefined) throw documentNotFound(name)
	if (document.draft === null) throw new DecisionError('There is no draft to publish.')
	await requirePublishable(tx, document)
	const content = document.draft
	const published = await changeDocument(tx, name, {
		change: 'published',
		by,
		content,
		set: sql`published = draft, published_as = gen_random_uuid(), draft = null, is_offered = is_offered and draft is distinct from of_release`,
	})
	await updateProduct(tx, name, content)
	return published
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
		set: sql`published = of_release, published_as = gen_random_uuid(), draft = null, is_offered = false`,
	})
	await updateProduct(tx, name, content)
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

/** Locks the documents and returns one of them. Throws `DocumentChanged` if it has another version than the writer has read. */
async function lockVersion(
	tx: Transaction,
	name: DocumentName,
	version: number,
): Promise<StoredDocument | undefined> {
	await lockDocuments(tx)
	const document = await findDocument(tx, name)
	if ((document?.version ?? 0) !== version) throw new DocumentChanged(document?.version ?? 0)
	if (document?.is_withdrawn === true)
		throw new DecisionError('It has left the shop, so it can’t be changed.')
	return document
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

async function requirePublishable(
	tx: Transaction,
	{ kind, id, draft, published }: StoredDocument,
): Promise<void> {
	const name = { kind, id }
	const faults = findFaults(name, draft)
	if (kind === 'product')
		faults.push(...findFixedFaults(published, draft), ...(await findClashes(tx, name, draft)))
	if (faults.length > 0) throw new DocumentFaulty(name, faults)
}

/** Finds the names of a product that another product on offer has already. */
async function findClashes(tx: Transaction, { kind, id }: DocumentName, content: unknown): Promise<Fault[]> {
	if (kind !== 'product') return []
	return await tx.query(
		sql`
		select c.path, 'another product has it already: ' || p.title as says
		from jsonb_to_record(${asJson(content)}) as d (slug text, title text, "stripeProductId" text)
			cross join lateral (values ('slug', d.slug), ('title', d.title), ('stripeProductId', d."stripeProductId")) c (path, value)
			join public.products p on p.id <> ${id} and not p.withdrawn
				and c.value = case c.path when 'slug' then p.slug when 'title' then p.title else p.product_id end`,
		z.object({ path: z.string(), says: z.string() }),
	)
}

async function updateProduct(tx: Transaction, { kind }: DocumentName, content: unknown): Promise<void> {
	if (kind === 'product') await upsertProducts(tx, [productDocumentSchema.parse(content)])
}

/** A draft that says what is published is none. */
function draftOf(content: unknown) {
	return sql`draft = nullif(${asJson(content)}, published)`
}
