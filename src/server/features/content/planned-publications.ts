import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failuresOf } from '#server/platform/failures-of.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { answeredClaim } from '#shared/admin/content.ts'
import { type DocumentName, documentNameSchema } from '#shared/content/documents.ts'
import { asJson, changeDocument, lockDocuments } from './document-rows.ts'
import { lockVersion, type Publication, publishDraft, type Writer } from './write-documents.ts'

/** Returns a time in London as a moment. Throws `DecisionError` if it has passed or is more than a year away. */
export async function readPlannedTime(database: Pick<Database, 'query'>, london: string): Promise<Date> {
	const { at, isPast, isFar } = await one(
		database,
		sql`
		select at, at <= now() as "isPast", at > now() + interval '1 year' as "isFar"
		from (select ${london}::timestamp at time zone 'Europe/London' as at) planned`,
		z.object({ at: z.date(), isPast: z.boolean(), isFar: z.boolean() }),
	)
	if (isPast) throw new DecisionError('That time has passed. Choose a later one, or publish now.')
	if (isFar) throw new DecisionError('A publication can be planned for a year at most.')
	return at
}

/** Plans to publish the draft of a document by itself, and returns the document's new version. Changing the draft cancels it. */
export async function planPublication(
	tx: Transaction,
	name: DocumentName,
	{ by, version, at, claims }: Publication & { at: Date },
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document?.draft == null) throw new DecisionError('There is no draft to publish.')
	return await changeDocument(tx, name, {
		change: 'publication planned',
		by,
		claims,
		set: sql`decisions = (decisions - 'asked') || ${asJson({ publication: { at: at.toISOString(), by } })}`,
	})
}

/** Cancels the planned publication of a document's draft, and returns the document's new version. */
export async function cancelPublication(
	tx: Transaction,
	name: DocumentName,
	{ by, version }: Writer,
): Promise<number> {
	const document = await lockVersion(tx, name, version)
	if (document?.planned_for == null)
		throw new DecisionError('No publication is planned. It may already have happened.')
	return await changeDocument(tx, name, {
		change: 'planned publication cancelled',
		by,
		set: sql`decisions = decisions - 'publication'`,
	})
}

const dueSchema = documentNameSchema.extend({
	version: z.int(),
	by: z.string(),
	claims: z.array(answeredClaim),
})

const dueDrafts = sql`
	select kind, id, version, decisions #>> '{publication,by}' as by, coalesce((
		select v.claims from shop.document_versions v
		where v.kind = documents.kind and v.id = documents.id and v.change = 'publication planned' order by v.version desc limit 1
	), '[]') as claims from shop.documents
	where draft is not null and (withdrawn_at is null or decisions ? 'offSale')
		and (decisions #>> '{publication,at}')::timestamptz <= now()`

/**
 * Publishes the drafts whose planned time has come. Of several servers that see it at the same moment, one does it. Returns why some
 * couldn't be published.
 */
export async function publishPlanned(database: Pick<Database, 'query' | 'asServer'>): Promise<Error[]> {
	return await failuresOf(await database.query(dueDrafts, dueSchema), {
		work: ({ kind, id }) =>
			database.asServer(async (tx) => {
				await lockDocuments(tx)
				const due = await maybeOne(tx, sql`${dueDrafts} and kind = ${kind} and id = ${id}`, dueSchema)
				if (due !== undefined) await publishDraft(tx, { kind, id }, due)
			}),
		says: ({ kind, id }) => `The draft of ${kind} ${id} could not be published at its time`,
	})
}
