import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { defineUpload } from '#server/admin-api/define-file.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { addDocument, lockDocuments } from '#server/features/content/document-rows.ts'
import { settleFirst } from '#server/features/content/fixed-fields.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fileTypeOf, sha256Of, storedName } from '#server/shop/files/file-store.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { newGuidesApi } from '#shared/admin/new-guides.ts'
import { slugOf } from '#shared/slug.ts'
import { inspectInChild } from './inspect-in-child.ts'
import type { InspectedFile } from './inspected-file.ts'
import { makeProduct, titleOf } from './make-product.ts'
import { storePages } from './store-pages.ts'

/** Lower numbers are those of the software's own products, of which a later release may bring more. */
const firstNumber = 1_001
const lastNumber = 9_999

const newGuide = defineUpload(newGuidesApi['new-guide'], {
	does: 'makes the draft of a new product from its file: a PDF, EPUB, DOCX, XLSX or ZIP',
	log: 'Made a guide from a file',
	roles: ['owner'],
	sensitive: true,
	receive: async (admin, { name, category }, { bytes: chunks, by, recorded }) => {
		const bytes = await buffer(chunks)
		const file = await inspect(name, bytes)
		const title = titleOf(file)
		const fileName = newFileName(title, file.format)
		const contentType = fileTypeOf(fileName, bytes)
		if (contentType === undefined) throw new DecisionError('The store doesn’t take files of this kind.')
		const sha256 = sha256Of(bytes)
		const pages = await storePages(admin, file, { title, by })
		await admin.files.put(storedName(fileName, sha256), bytes)
		try {
			return await recorded(async (tx) => {
				await lockDocuments(tx)
				const { id, slug, today } = await nextNames(tx, slugOf(title, 'guide'))
				const made = makeProduct(file, {
					id,
					slug,
					fileName,
					bytes: bytes.length,
					category,
					pages,
					today,
					seller: sellerIn(admin),
				})
				await tx.execute(sql`
					insert into storage.objects (bucket_id, name, size, sha256, content_type)
					values ('pdfs', ${fileName}, ${bytes.length}, ${sha256}, ${contentType})`)
				await addDocument(
					tx,
					{ kind: 'product', id },
					{ change: 'made from a file', by, draft: settleFirst(made) },
				)
				return {
					answer: {
						id,
						title,
						pages: file.pageCount,
						words: file.words,
						chapters: made.previewContent.contents.length,
						files: file.files.length,
						pictures: made.gallery.length,
						free_chapter: made.page?.chapter?.title ?? null,
						faults: file.faults,
					},
					details: { product: id, title, file: fileName, sha256, bytes: bytes.length },
				}
			})
		} catch (error) {
			await admin.files.remove(storedName(fileName, sha256))
			throw error
		}
	},
})

export const newGuideOperations = { 'new-guide': newGuide }

async function inspect(name: string, bytes: Uint8Array): Promise<InspectedFile> {
	try {
		return await inspectInChild(name, bytes)
	} catch (error) {
		if (error instanceof UnreadableFile) throw new DecisionError(error.message, error)
		throw error
	}
}

/** Returns a name for a guide's file that no other file has: a PDF about a first job is "FirstJob-1f2e3d4c.pdf". */
function newFileName(title: string, format: InspectedFile['format']): string {
	const name = slugOf(title, 'guide').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
	return `${name}-${randomBytes(4).toString('hex')}.${format.toLowerCase()}`
}

function sellerIn({ config }: Pick<AdminDependencies, 'config'>): string {
	return config.site.texts['trader-name']
}

/** Returns the next free number, an address that no product has, and the day in London. The caller has locked the documents. */
async function nextNames(tx: Transaction, slug: string) {
	const { next, slugs, today } = await one(
		tx,
		sql`
		select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today,
			(
				select greatest(${firstNumber}, 1 + coalesce(max(id::integer), 0)) from (
					select id from shop.documents where kind = 'product' union select id from public.products
				) used where id ~ '^\\d{4}$'
			) as next,
			array(
				select coalesce(draft, published) ->> 'slug' from shop.documents where kind = 'product'
				union select slug from public.products
			) as slugs`,
		z.object({ next: z.int(), slugs: z.array(z.string().nullable()), today: z.string() }),
	)
	if (next > lastNumber) throw new DecisionError('The shop has no number left for another product.')
	let free = slug
	for (let count = 2; slugs.includes(free); count += 1) free = `${slug}-${count}`
	return { id: String(next), slug: free, today }
}
