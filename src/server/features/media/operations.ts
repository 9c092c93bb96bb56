import { defineAct } from '#server/admin-api/define-act.ts'
import { defineUpload } from '#server/admin-api/define-file.ts'
import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PlanChanged } from '#server/shop/plan.ts'
import { mediaApi } from '#shared/admin/media.ts'
import { writers } from '#shared/admin/names.ts'
import { planCrop, planRemoval, planReplacement } from './change-picture.ts'
import { listPictures, readPicture } from './read-pictures.ts'
import { storePicture } from './store-picture.ts'

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
		receive: async (admin, { alt, name, ...crop }, { bytes, by, recorded }) => {
			const chunks: Uint8Array[] = []
			for await (const chunk of bytes) chunks.push(chunk)
			return await storePicture(admin, { bytes: Buffer.concat(chunks), crop, name, alt, by }, recorded)
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
	'crop-picture': defineAct(mediaApi['crop-picture'], {
		does: 'shows a part of a picture, or all of it again, on every page that shows it; the whole picture stays stored',
		log: 'Cut a picture',
		roles: ['owner'],
		plan: async (admin, { id, ...crop }) => await planCrop(admin, id, crop),
	}),
	'replace-picture': defineAct(mediaApi['replace-picture'], {
		does: 'shows another picture in place of one, on every page that shows it',
		log: 'Replaced a picture',
		roles: ['owner'],
		plan: async (admin, { id, replacement }) => await planReplacement(admin, id, replacement),
	}),
	'remove-picture': defineAct(mediaApi['remove-picture'], {
		does: 'removes a picture that no document shows',
		log: 'Removed a picture',
		roles: writers,
		plan: async (admin, { id }) => await planRemoval(admin, id),
	}),
}
