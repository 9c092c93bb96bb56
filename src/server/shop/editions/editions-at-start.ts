import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { ownerEditions } from '#server/shop/editions/current-editions.ts'
import type { LockedRows } from '#server/shop/files/file-lock.ts'
import type { Product } from '#shared/catalogue-schema.ts'

/** Returns the hash of the edition of a file that an owner has published; undefined if customers get the catalogue's edition. */
export async function ownerEditionOf(
	rows: LockedRows,
	fileName: string,
): Promise<{ sha256: string } | undefined> {
	const [owned] = await rows.query(
		sql`select sha256 from (${ownerEditions}) e where file_name = ${fileName}`,
		z.object({ sha256: z.string() }),
	)
	return owned
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
 * Marks the owners' editions of a file as ended because its bytes are lost, so that the catalogue's edition can take their place.
 */
export async function endDamaged(rows: LockedRows, fileName: string): Promise<void> {
	await rows.query(sql`
		update shop.editions set ended_by = 'the shop, because its file was damaged', ended_at = now()
		where file_name = ${fileName} and published_at is not null and ended_at is null`)
}
