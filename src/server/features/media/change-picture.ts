import { isDeepStrictEqual } from 'node:util'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { DecisionError, PlanChanged, type PlannedAct } from '#server/shop/plan.ts'
import { type Crop, mediaFileName } from '#shared/media.ts'
import { cutPicture } from './cut-picture.ts'
import { encodePicture } from './encode-picture.ts'
import { pictureFileMissing, pictureUsed } from './errors.ts'
import { pictureFile, picturesBucket, readPicture, usesOf } from './read-pictures.ts'
import { addFiles, forgetFiles, putFiles, withPictureLock } from './store-picture.ts'

type Admin = Pick<AdminDependencies, 'database' | 'files'>
type Picture = Awaited<ReturnType<typeof readPicture>>

/** Plans to show a part of a picture, or all of it again, wherever documents name it. */
export async function planCrop(admin: Admin, id: string, crop: Crop): Promise<PlannedAct<null>> {
	const { database } = admin
	const picture = await readPicture(database, id)
	const { original, crop: before } = picture
	const isWhole = crop.width === 1 && crop.height === 1
	const { stored } = orRefused(() => cutPicture(original, crop))
	if (isWhole ? before === null : isDeepStrictEqual(crop, before)) return { will: [] }
	return {
		will: [
			isWhole
				? `Shows the whole picture again, of ${original.width} × ${original.height} pixels.`
				: `Shows a part of the picture, of ${stored.width} × ${stored.height} pixels. The whole picture stays stored.`,
			await whereShown(admin, id),
		],
		basis: [picture],
		executeInSteps: async (recorded) => {
			// A preview ends here, before the work.
			await database.asServer((tx) => requireSame(tx, picture))
			const made = isWhole ? undefined : await encodePicture(await readOriginal(admin, picture), crop)
			return await withPictureLock(database, async () => {
				if (made !== undefined) await putFiles(admin, made)
				return await recorded(async (tx) => {
					await requireSame(tx, picture)
					if (made !== undefined) await addFiles(tx, made)
					const { id: shown, width, height } = made ?? original
					await tx.execute(sql`
						update shop.pictures set shown = ${shown}, width = ${width}, height = ${height},
							original = ${isWhole ? null : JSON.stringify(original)}::jsonb, crop = ${isWhole ? null : JSON.stringify(crop)}::jsonb
						where id = ${id}`)
					return {
						answer: null,
						details: { picture: id },
						before: { crop: before },
						after: { crop: isWhole ? null : crop },
					}
				})
			})
		},
	}
}

/** Plans to show another picture wherever documents name this one. The other is no longer listed then, unless documents name it as well. */
export async function planReplacement(
	admin: Admin,
	id: string,
	replacement: string,
): Promise<PlannedAct<null>> {
	const { database } = admin
	const picture = await readPicture(database, id)
	const other = await readPicture(database, replacement)
	if (id === replacement || picture.shown.id === other.shown.id) return { will: [] }
	const { width, height } = other.shown
	const keepsOther = (await usesOf(database, replacement)).length > 0
	return {
		will: [
			`Shows the picture “${other.alt}”, of ${width} × ${height} pixels, in place of “${picture.alt}”.`,
			await whereShown(admin, id),
		],
		basis: [picture, other, keepsOther],
		execute: async (tx) => {
			// No document can begin to show the other while it is decided whether it stays.
			await tx.execute(sql`lock table shop.documents in share mode`)
			for (const one of [picture, other]) await requireSame(tx, one)
			if ((await usesOf(tx, replacement)).length > 0 !== keepsOther) throw new PlanChanged()
			await tx.execute(sql`
				update shop.pictures p set shown = coalesce(o.shown, o.id), width = o.width, height = o.height, original = o.original,
					crop = o.crop, name = o.name, alt = o.alt
				from shop.pictures o where p.id = ${id} and o.id = ${replacement}`)
			if (!keepsOther) await tx.execute(sql`delete from shop.pictures where id = ${replacement}`)
			return {
				details: { picture: id, replacement },
				before: { shown: picture.shown.id },
				after: { shown: other.shown.id },
			}
		},
	}
}

/** Plans to remove a picture that no document names. */
export async function planRemoval(admin: Admin, id: string): Promise<PlannedAct<null>> {
	const { database, files } = admin
	const { alt } = await readPicture(database, id)
	const refuseIfUsed = async (reader: Parameters<typeof usesOf>[0]) => {
		const uses = await usesOf(reader, id)
		if (uses.length > 0) throw pictureUsed(uses.map(({ title }) => title))
	}
	await refuseIfUsed(database)
	return {
		will: [`Removes the picture “${alt}” and its files. No page shows it, and no draft.`],
		executeInSteps: async (recorded) =>
			await withPictureLock(database, async () => {
				const gone = await recorded(async (tx) => {
					// No document can begin to show it until it is gone.
					await tx.execute(sql`lock table shop.documents in share mode`)
					await refuseIfUsed(tx)
					if ((await tx.execute(sql`delete from shop.pictures where id = ${id}`)) === 0)
						throw new PlanChanged()
					return { answer: await forgetFiles(tx), details: { picture: id } }
				})
				for (const file of gone) await files.remove(file)
				return null
			}),
	}
}

/** Locks a picture until the transaction ends. Throws `PlanChanged` if it isn't as it was planned for. */
async function requireSame(tx: Transaction, picture: Picture): Promise<void> {
	await tx.execute(sql`select from shop.pictures where id = ${picture.id} for update`)
	if (!isDeepStrictEqual(await readPicture(tx, picture.id), picture)) throw new PlanChanged()
}

/** Says where the pictures of a picture's place change. */
async function whereShown({ database }: Pick<Admin, 'database'>, id: string): Promise<string> {
	const titles = (await usesOf(database, id)).map(({ title }) => title)
	return titles.length === 0
		? 'Nothing shows it now.'
		: `It’s seen as soon as this is done, in ${titles.join(', ')}. The texts beside it stay: check that they still fit.`
}

async function readOriginal({ database, files }: Admin, { original }: Picture): Promise<Uint8Array> {
	const name = mediaFileName(original.id, original.width, 'webp')
	const row = await maybeOne(
		database,
		sql`select name, sha256 from storage.objects where bucket_id = ${picturesBucket} and name = ${name}`,
		pictureFile,
	)
	const file = row === undefined ? undefined : await files.open(storedName(row.name, row.sha256))
	if (file === undefined) throw pictureFileMissing()
	return await wholeFile(file)
}

function orRefused<T>(work: () => T): T {
	try {
		return work()
	} catch (error) {
		throw error instanceof UnreadableFile ? new DecisionError(error.message, error) : error
	}
}
