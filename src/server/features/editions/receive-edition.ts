import { z } from 'zod'
import { defineUpload } from '#server/admin-api/define-file.ts'
import { maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countPages } from '#server/shop/files/count-pages.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { isOffSaleSql } from '#server/shop/products.ts'
import { productsApi } from '#shared/admin/products.ts'
import { receiveWhole, typeOf } from './receive-whole.ts'
import { discardFile } from './uploads.ts'

const productSchema = z.object({
	title: z.string(),
	slug: z.string(),
	file_name: z.string().nullable(),
	coming_soon: z.boolean(),
	withdrawn: z.boolean(),
})
const idSchema = z.object({ id: z.uuid() })
const replacedSchema = z.object({ sha256: z.string() })

/**
 * Stores an uploaded file next to a guide's current one. Customers get the upload only after it has been published. Until then,
 * another upload replaces it. The file must be of the same type as the current one. For a product that is coming soon, it must
 * be a PDF or a ZIP; the product can then be released with it. Throws `DecisionError` if the file is of another type, empty or
 * cut off, or if the product can have no new edition.
 */
export const uploadEdition = defineUpload(productsApi['upload-edition'], {
	does: 'stores a new file for a guide, which customers get once it is published',
	log: 'Uploaded an edition',
	roles: ['owner'],
	sensitive: true,
	receive: async ({ database, files }, { product: productId, name }, { bytes, by, recorded }) => {
		const product = await maybeOne(
			database,
			sql`
			select title, slug, file_name, coming_soon, withdrawn and not ${isOffSaleSql(sql`p.id`)} as withdrawn
			from public.products p where id = ${productId}`,
			productSchema,
		)
		const [first, chunks] = await peek(bytes)
		const fileName = product?.coming_soon ? firstFileName(product.slug, first) : product?.file_name
		if (product === undefined || !fileName || product.withdrawn)
			throw new DecisionError('This product has no file that customers get, so it can’t have a new edition.')
		const incoming = await files.receive()
		try {
			const contentType = await receiveWhole(incoming, fileName, chunks)
			if (contentType === undefined)
				throw new DecisionError(
					product.coming_soon
						? 'That is neither a PDF nor a ZIP.'
						: `That isn’t a ${typeOf(fileName)} file. It has to be one, because ${fileName} is.`,
				)
			const { size, sha256 } = await incoming.complete()
			await incoming.publish(storedName(fileName, sha256))
			const stored =
				contentType === 'application/pdf' ? await files.open(storedName(fileName, sha256)) : undefined
			const pages = stored === undefined ? null : countPages(await wholeFile(stored))
			const { id, replaced } = await recorded(async (tx) => {
				await tx.execute(sql`select from public.products where id = ${productId} for update`)
				const replaced = await tx.query(
					sql`
				update shop.editions e set ended_by = ${by}, ended_at = clock_timestamp()
				where catalogue_id = ${productId} and not of_catalogue and published_at is null and ended_at is null
				returning sha256`,
					replacedSchema,
				)
				const upload = await one(
					tx,
					sql`
				insert into shop.editions (catalogue_id, file_name, sha256, size, content_type, uploaded_by, uploaded_name, pages)
				values (${productId}, ${fileName}, ${sha256}, ${size}, ${contentType}, ${by}, ${name ?? null}, ${pages}) returning id`,
					idSchema,
				)
				return {
					answer: { id: upload.id, replaced },
					details: { product: productId, sha256, bytes: size },
				}
			})
			for (const upload of replaced)
				await discardFile({ database, files }, { fileName, sha256: upload.sha256 })
			return { id, bytes: size }
		} finally {
			await incoming.discard()
		}
	},
})

/** Returns a name for the first file of a product, from its slug and type: a PDF for "first-job" is named "FirstJob.pdf". */
function firstFileName(slug: string, opening: Uint8Array): string {
	const name = slug.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
	return `${name}.${opening[0] === 0x50 ? 'zip' : 'pdf'}`
}

/** Returns the first chunk of a stream, and a stream that still begins with that chunk. */
async function peek(bytes: AsyncIterable<Uint8Array>): Promise<[Uint8Array, AsyncIterable<Uint8Array>]> {
	const stream = bytes[Symbol.asyncIterator]()
	const { value, done } = await stream.next()
	const first = done ? new Uint8Array() : value
	return [first, all()]

	async function* all() {
		if (first.length > 0) yield first
		yield* { [Symbol.asyncIterator]: () => stream }
	}
}
