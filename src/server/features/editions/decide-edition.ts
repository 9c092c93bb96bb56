import type { Decision } from '#server/features/content/document-rows.ts'
import { decide } from '#server/features/content/write-documents.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Decisions, editionSchema } from '#server/shop/decisions.ts'

interface EndedEdition {
	by: string
	change: Decision
	/** What customers get again if no other edition of an owner is left. Undefined if it is the edition of the document. */
	former?: Decisions['edition']
}

/**
 * Writes into a product's document which edition of its file customers get: the newest that is published and hasn't ended, unless it
 * is one of the software's releases, which the document names itself. The caller has called `lockProduct`.
 */
export async function decideEdition(
	tx: Transaction,
	productId: string,
	{ by, change, former }: EndedEdition,
): Promise<void> {
	const newest = await maybeOne(
		tx,
		sql`
		select * from (
			select file_name as file, sha256, edition as date, changes, tells, left_out as "leftOut", of_catalogue from shop.editions
			where catalogue_id = ${productId} and published_at is not null and ended_at is null order by published_at desc limit 1
		) newest where not of_catalogue`,
		editionSchema,
	)
	const edition = newest?.leftOut?.length === 0 ? { ...newest, leftOut: undefined } : newest
	await decide(tx, productId, { by, change, decided: { edition: edition ?? former } })
}
