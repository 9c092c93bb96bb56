import { z } from 'zod'
import { lockProduct } from '#server/features/content/write-documents.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { LockedRows } from '#server/shop/files/file-lock.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { decideEdition } from './decide-edition.ts'

/** Returns the hash of the edition of a file that an owner has published; undefined if customers get the catalogue's edition. */
export async function ownerEditionOf(
	rows: LockedRows,
	fileName: string,
): Promise<{ sha256: string } | undefined> {
	return await maybeOne(
		rows,
		sql`
		select decisions #>> '{edition,sha256}' as sha256 from shop.documents
		where kind = 'product' and decisions #>> '{edition,file}' = ${fileName} and not decisions -> 'edition' ? 'ofRelease'`,
		z.object({ sha256: z.string() }),
	)
}

interface NewFile {
	name: string
	bytes: number
	sha256: string
	contentType: string
}

/**
 * Stores the catalogue's new edition as waiting for an owner's decision, instead of replacing the edition that an owner has
 * published.
 */
export async function letWait(
	rows: LockedRows,
	{ name, bytes, sha256, contentType }: NewFile,
	catalogue: readonly Product[],
): Promise<void> {
	const product = catalogue.find(({ pdfFileName }) => pdfFileName === name)
	if (product === undefined) return
	await rows.query(sql`
		update shop.editions set ended_by = 'the shop', ended_at = now()
		where catalogue_id = ${product.id} and of_catalogue and published_at is null and ended_at is null`)
	await rows.query(sql`
		insert into shop.editions (catalogue_id, file_name, sha256, size, content_type, of_catalogue, uploaded_by, edition, changes)
		values (
			${product.id}, ${name}, ${sha256}, ${bytes}, ${contentType}, true, 'the catalogue',
			${product.edition?.date ?? null}, ${product.edition?.changes.slice(0, 500) ?? null}
		)`)
	// Records that this edition has been seen, so that the next start does not add it again.
	await rows.query(
		sql`update storage.objects set goods_sha256 = ${sha256} where bucket_id = 'pdfs' and name = ${name}`,
	)
}

/**
 * Ends the owners' editions of a file because its bytes are lost, so that the catalogue's edition can take their place.
 */
export async function endDamaged(database: Database, fileName: string): Promise<void> {
	await endEditions(database, sql`decisions #>> '{edition,file}' = ${fileName}`, async (tx, id) => {
		await tx.execute(sql`
			update shop.editions set ended_by = 'the shop, because its file was damaged', ended_at = now()
			where catalogue_id = ${id} and published_at is not null and ended_at is null`)
	})
}

/** Ends the earlier editions of releases that customers got again, where they have the file of this release by now. */
export async function endFormerEditions(database: Database): Promise<void> {
	const which = sql`
		decisions -> 'edition' ? 'ofRelease' and exists (
			select from storage.objects o
			where o.bucket_id = 'pdfs' and o.name = decisions #>> '{edition,file}' and o.sha256 = o.goods_sha256
		)`
	await endEditions(database, which, async () => {})
}

async function endEditions(
	database: Database,
	which: Sql,
	end: (tx: Transaction, id: string) => Promise<void>,
): Promise<void> {
	const found = sql`select id from shop.documents where kind = 'product' and ${which}`
	const idSchema = z.object({ id: z.string() })
	for (const { id } of await database.query(found, idSchema))
		await database.asServer(async (tx) => {
			await lockProduct(tx, id)
			if (!(await exists(tx, sql`${found} and id = ${id}`))) return
			await end(tx, id)
			await decideEdition(tx, id, { by: 'the shop', change: 'edition ended' })
		})
}
