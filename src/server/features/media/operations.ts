import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { defineUpload } from '#server/admin-api/define-file.ts'
import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { PlanChanged } from '#server/shop/plan.ts'
import { mediaApi } from '#shared/admin/media.ts'
import { pictureUsed } from './errors.ts'
import { listPictures, readPicture, usesOf } from './read-pictures.ts'
import { picturesBucket, storePicture, withPictureLock } from './store-picture.ts'

const writers = ['owner', 'helper'] as const

const fileSchema = z.object({ name: z.string(), sha256: z.string() })

export const mediaOperations = {
	pictures: reading(mediaApi.pictures, {
		does: 'lists the uploaded pictures, and the documents that show each',
		roles: writers,
		read: async ({ database }) => ({ rows: await listPictures(database) }),
	}),
	'upload-picture': defineUpload(mediaApi['upload-picture'], {
		does: 're-encodes a picture, or a part of it, and stores it in fixed widths; takes PNG, JPEG, WebP and AVIF',
		log: 'Uploaded a picture',
		roles: writers,
		receive: async (admin, { alt, ...crop }, { bytes, by, recorded }) => {
			const chunks: Uint8Array[] = []
			for await (const chunk of bytes) chunks.push(chunk)
			return await storePicture(admin, { bytes: Buffer.concat(chunks), crop, alt, by }, recorded)
		},
	}),
	'describe-picture': defineAct(mediaApi['describe-picture'], {
		does: 'changes the alternative text that a picture starts with when it is added to a page; pages that show it already keep theirs',
		log: 'Described a picture',
		roles: writers,
		plan: async ({ database }, { id, alt }) => {
			const { alt: before } = await readPicture(database, id)
			if (before === alt) return { will: [] }
			return {
				will: [
					`Changes the picture’s alternative text from “${before}” to “${alt}”. Pages that show it already keep theirs.`,
				],
				execute: async (tx) => {
					const changed = await tx.execute(
						sql`update shop.pictures set alt = ${alt} where id = ${id} and alt = ${before}`,
					)
					if (changed === 0) throw new PlanChanged()
					return { details: { picture: id }, before: { alt: before }, after: { alt } }
				},
			}
		},
	}),
	'remove-picture': defineAct(mediaApi['remove-picture'], {
		does: 'removes a picture that no document shows',
		log: 'Removed a picture',
		roles: writers,
		plan: async ({ database, files }, { id }) => {
			const { alt } = await readPicture(database, id)
			const refuseIfUsed = async (reader: Parameters<typeof usesOf>[0]) => {
				const uses = await usesOf(reader, id)
				if (uses.length > 0) throw pictureUsed(uses.map(({ title }) => title))
			}
			await refuseIfUsed(database)
			return {
				will: [`Removes the picture “${alt}” and its files. No page shows it, and no draft.`],
				executeInSteps: async (recorded) =>
					await withPictureLock(database, id, async () => {
						const removed = await recorded(async (tx) => {
							// No document can begin to show it until it is gone.
							await tx.execute(sql`lock table shop.documents in share mode`)
							await refuseIfUsed(tx)
							if ((await tx.execute(sql`delete from shop.pictures where id = ${id}`)) === 0)
								throw new PlanChanged()
							const answer = await tx.query(
								sql`
								delete from storage.objects where bucket_id = ${picturesBucket} and name like ${`${id}-%`}
								returning name, sha256`,
								fileSchema,
							)
							return { answer, details: { picture: id } }
						})
						for (const { name, sha256 } of removed) await files.remove(storedName(name, sha256))
						return null
					}),
			}
		},
	}),
}
