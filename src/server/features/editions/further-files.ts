import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { defineUpload } from '#server/admin-api/define-file.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addedFileSchema } from '#server/shop/decisions.ts'
import { countPages } from '#server/shop/files/count-pages.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { DecisionError, PlanChanged } from '#server/shop/plan.ts'
import { isOffSaleSql } from '#server/shop/products.ts'
import { productsApi } from '#shared/admin/products.ts'
import { furtherFormats } from '#shared/catalogue-schema.ts'
import { formatBytes } from '#shared/wording.ts'
import { receiveWhole, typeOf } from './receive-whole.ts'

/** The most files that an owner may add to a guide. */
const mostAdded = 20

const guideSchema = z.object({
	title: z.string(),
	main: z.string(),
	added: z.array(addedFileSchema),
})

/** Reads a guide that customers can have, with the files that owners have added. Throws `DecisionError` if it isn't one. */
async function readGuide(database: Pick<Database, 'query'>, id: string) {
	const guide = await maybeOne(
		database,
		sql`
		select p.title, p.file_name as main, coalesce(d.decisions -> 'addedFiles', '[]') as added
		from public.products p join shop.documents d on d.kind = 'product' and d.id = p.id
		where p.id = ${id} and p.file_name is not null and not p.coming_soon and (not p.withdrawn or ${isOffSaleSql(sql`p.id`)})`,
		guideSchema,
	)
	if (guide === undefined)
		throw new DecisionError('This product has no file that customers get, so it can’t have further ones.')
	return guide
}

export const addFurtherFile = defineUpload(productsApi['add-file'], {
	does: 'gives everybody who has a guide a further file of it, in place of one of the same name',
	log: 'Added a file to a guide',
	roles: ['owner'],
	sensitive: true,
	receive: async (
		{ database, files },
		{ product, title, purpose, name: chosen },
		{ bytes, by, recorded },
	) => {
		const { main } = await readGuide(database, product)
		const format = furtherFormats.find((one) => one === typeOf(chosen) && one !== 'JSON')
		if (format === undefined)
			throw new DecisionError('A further file is a PDF, an EPUB, a Word or Excel file, or a ZIP.')
		const incoming = await files.receive()
		try {
			const contentType = await receiveWhole(incoming, `a.${format.toLowerCase()}`, bytes)
			if (contentType === undefined)
				throw new DecisionError(`That isn’t a ${format} file, although its name ends like one.`)
			const { size, sha256 } = await incoming.complete()
			const name = `${main.slice(0, main.lastIndexOf('.'))}-${sha256.slice(0, 8)}.${format.toLowerCase()}`
			return await withFileLock(database, name, async () => {
				await incoming.publish(storedName(name, sha256))
				const stored = format === 'PDF' ? await files.open(storedName(name, sha256)) : undefined
				const pages = stored === undefined ? null : countPages(await wholeFile(stored))
				const replaced = await recorded(async (tx) => {
					await lockProduct(tx, product)
					const { added } = await readGuide(tx, product)
					const same = added.filter((one) => one.title === title)
					const others = added.filter((one) => one.title !== title)
					const twin = others.find((one) => one.name === name)
					if (twin !== undefined)
						throw new DecisionError(`The guide has this very file already, as “${twin.title}”.`)
					if (others.length >= mostAdded)
						throw new DecisionError(`A guide can have ${mostAdded} further files of yours. Remove one first.`)
					const gone = same.map((one) => one.name).filter((one) => one !== name)
					const removed = await tx.query(
						sql`delete from storage.objects where bucket_id = 'pdfs' and name = any (${gone}) returning name, sha256`,
						storedSchema,
					)
					await tx.execute(sql`
						insert into storage.objects (bucket_id, name, size, sha256, content_type)
						values ('pdfs', ${name}, ${size}, ${sha256}, ${contentType}) on conflict do nothing`)
					const at = new Date().toISOString()
					const file = { name, format, bytes: size, pages, title, purpose, by, at }
					await decide(tx, product, { by, change: 'file added', decided: { addedFiles: [...others, file] } })
					return { answer: removed, details: { product, name, title, bytes: size } }
				})
				for (const one of replaced) await files.remove(storedName(one.name, one.sha256))
				return { name, bytes: size }
			})
		} finally {
			await incoming.discard()
		}
	},
})

const storedSchema = z.object({ name: z.string(), sha256: z.string() })

export const removeFurtherFile = defineAct(productsApi['remove-file'], {
	does: 'takes away a further file that an owner has added to a guide',
	log: 'Removed a file of a guide',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, files }, { product, name }, { by }) => {
		const guide = await readGuide(database, product)
		const file = guide.added.find((one) => one.name === name)
		if (file === undefined) throw new DecisionError(`${guide.title} has no such file of yours any more.`)
		return {
			will: [
				`Takes “${file.title}” (${file.format}, ${formatBytes(file.bytes)}) away from ${guide.title}, also from those who have the guide. Who has downloaded it keeps it.`,
			],
			basis: [file],
			executeInSteps: async (recorded) =>
				await withFileLock(database, name, async () => {
					const removed = await recorded(async (tx) => {
						await lockProduct(tx, product)
						const { added } = await readGuide(tx, product)
						if (!added.some((one) => isDeepStrictEqual(one, file))) throw new PlanChanged()
						const others = added.filter((one) => one.name !== name)
						await decide(tx, product, { by, change: 'file removed', decided: { addedFiles: others } })
						const answer = await tx.query(
							sql`delete from storage.objects where bucket_id = 'pdfs' and name = ${name} returning name, sha256`,
							storedSchema,
						)
						return { answer, details: { product, name, title: file.title } }
					})
					for (const one of removed) await files.remove(storedName(one.name, one.sha256))
					return null
				}),
		}
	},
})
