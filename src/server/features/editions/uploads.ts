import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { defineDownload } from '#server/admin-api/define-file.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { Database } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { productsApi } from '#shared/admin/products.ts'
import { formatBytes } from '#shared/wording.ts'
import { uploadEnded, uploadLost } from './errors.ts'

// Files that owners have uploaded and that wait to be published.

/**
 * Selects the products that have the same file as an upload, called `e`, as one that customers get or as another upload: most
 * likely the wrong file was chosen. Of the upload's own product, only the file that customers get now counts.
 */
export const productsWithSameFile: Sql = sql`
	select distinct p.title from public.products p
	where exists (
		select from storage.objects o
		where o.bucket_id = 'pdfs' and o.sha256 = e.sha256
			and (o.name = p.file_name or p.id <> e.catalogue_id and o.name = any (p.other_files))
	) or p.id <> e.catalogue_id and exists (
		select from shop.editions other
		where other.catalogue_id = p.id and other.sha256 = e.sha256 and other.published_at is null and other.ended_at is null
	)
	order by p.title`

/** Warns that an upload is the same file as that of other products. */
export function sameFileInWords(titles: readonly string[]): string[] {
	return titles.length === 0
		? []
		: [`Check the file first: it is the same, byte for byte, as one of ${titles.join(', ')}.`]
}

const uploadSchema = z.object({
	productId: z.string(),
	title: z.string(),
	fileName: z.string(),
	sha256: z.string(),
	size: z.int(),
	contentType: z.string(),
	uploadedName: z.string().nullable(),
})

type Upload = z.infer<typeof uploadSchema>

/** Reads an upload. Throws `DecisionError` if it no longer waits. */
async function readUpload(database: Pick<Database, 'query'>, id: string): Promise<Upload> {
	const upload = await maybeOne(
		database,
		sql`
		select p.id as "productId", p.title, e.file_name as "fileName", e.sha256, e.size, e.content_type as "contentType",
			e.uploaded_name as "uploadedName"
		from shop.editions e join public.products p on p.id = e.catalogue_id
		where e.id = ${id} and not e.of_catalogue and e.published_at is null and e.ended_at is null`,
		uploadSchema,
	)
	if (upload === undefined) throw uploadEnded()
	return upload
}

const uploadedFile = defineDownload(productsApi['uploaded-file'], {
	does: 'downloads a file that was uploaded and not published, so that its owner can look at it',
	log: 'Opened an upload',
	roles: ['owner'],
	sensitive: true,
	open: async ({ database, files }, { id }) => {
		const { productId, fileName, sha256, contentType } = await readUpload(database, id)
		const stored = await files.open(storedName(fileName, sha256))
		if (stored === undefined) throw uploadLost()
		const content = chunksOf(await wholeFile(stored))
		return { details: { product: productId, sha256 }, file: { name: fileName, contentType, content } }
	},
})

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes
}

const discardUpload = defineAct(productsApi['discard-upload'], {
	does: 'discards a file that was uploaded and not published',
	log: 'Discarded an upload',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { id }, { by }) => {
		const { database } = admin
		const { productId, title, fileName, sha256, size, uploadedName } = await readUpload(database, id)
		return {
			will: [
				`Discards the uploaded file of ${title}, ${uploadedName ?? fileName} (${formatBytes(size)}). Customers never had it, and what they get stays as it is.`,
			],
			executeInSteps: async (recorded) =>
				await withFileLock(database, fileName, async () => {
					await recorded(async (tx) => {
						const ended = await tx.execute(sql`
						update shop.editions set ended_by = ${by}, ended_at = clock_timestamp()
						where id = ${id} and published_at is null and ended_at is null`)
						if (ended === 0) throw uploadEnded()
						return { answer: null, details: { product: productId, sha256 } }
					})
					await discardFile(admin, { fileName, sha256 })
					return null
				}),
		}
	},
})

export const uploadOperations = { 'discard-upload': discardUpload, 'uploaded-file': uploadedFile }

/** Removes the bytes of an upload that has ended, unless customers get the same file or another edition that waits has it. */
export async function discardFile(
	{ database, files }: Pick<AdminDependencies, 'database' | 'files'>,
	{ fileName, sha256 }: { fileName: string; sha256: string },
): Promise<void> {
	const isUsed = await exists(
		database,
		sql`
		select from storage.objects o where o.name = ${fileName} and o.sha256 = ${sha256}
		union all
		select from shop.editions w
		where w.file_name = ${fileName} and w.sha256 = ${sha256} and w.published_at is null and w.ended_at is null`,
	)
	if (!isUsed) await files.remove(storedName(fileName, sha256))
}
