import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { fileMap } from '#catalogue/file-map.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type LockedRows, withFileLock } from '#server/shop/files/file-lock.ts'
import {
	type FileStore,
	fileTypeOf,
	ignoreMissing,
	sha256Of,
	storedName,
	wholeFile,
} from '#server/shop/files/file-store.ts'
import { filesOf } from '#server/shop/files/product-files.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { endDamaged, endFormerEditions, letWait, ownerEditionOf } from './editions-at-start.ts'

interface GoodsOptions {
	database: Database
	files: FileStore
	/** Folder of the built files that come with the repository. */
	goodsDir: string
	catalogue: readonly Product[]
	/** Receives a message about each file that is new, or missing or damaged in the store. */
	log: (line: string) => void
}

/** What the database records about a stored file. */
type Known = z.infer<typeof knownSchema>

const knownSchema = z.object({
	name: z.string(),
	size: z.int(),
	sha256: z.string(),
	goods_sha256: z.string().nullable(),
	updated_at: z.date(),
})

/** Longer than a server takes from reading a file's row to opening its bytes. */
const openingMs = 1_000

/**
 * Fills the private store with the files that products and the file map name. Stores only new editions, and files that are missing
 * or damaged there. If the owner has uploaded another file under the same name, keeps the owner's file until the catalogue has a
 * new edition. If an owner published the file in the admin, the catalogue's edition waits in the admin instead of replacing it.
 * If released products have no stored file, throws an error that names them all, because nobody may pay for a file that cannot be
 * delivered.
 */
export async function loadGoods({ database, files, goodsDir, catalogue, log }: GoodsOptions): Promise<void> {
	const known = new Map((await knownObjects(database)).map((object) => [object.name, object]))
	const missing: MissingFile[] = []
	const former: Known[] = []
	for (const { title, pdfFileName, comingSoon } of catalogue)
		if (pdfFileName === null && !comingSoon) missing.push({ title, name: 'no file named' })
	for (const name of namesWanted(catalogue)) {
		const before = known.get(name)
		const bytes = await readFile(join(goodsDir, name)).catch(ignoreMissing)
		if (bytes !== undefined) await loadOne(name, bytes, before)
		else if (!(await isIntact(files, before))) missing.push(...releasedWith(catalogue, name))
	}
	if (missing.length > 0) throw new Error(noFileFor(missing, goodsDir))
	await endFormerEditions(database)
	if (former.length > 0) await removeFormer()

	async function loadOne(name: string, bytes: Buffer, before: Known | undefined): Promise<void> {
		const sha256 = sha256Of(bytes)
		if (await isLoaded(before, sha256)) return
		const contentType = fileTypeOf(name, bytes)
		if (contentType === undefined)
			throw new Error(`${join(goodsDir, name)} is damaged: its contents do not match its name.`)
		await withFileLock(database, name, async (rows) => {
			// Another server may have loaded it while this one waited for the lock.
			const now = (await knownObjects(rows)).find((object) => object.name === name)
			if (await isLoaded(now, sha256)) return
			const owned = await ownerEditionOf(rows, name)
			if (owned !== undefined && now?.sha256 === owned.sha256 && (await isIntact(files, now))) {
				await files.put(storedName(name, sha256), bytes)
				await letWait(rows, { name, bytes: bytes.length, sha256, contentType }, catalogue)
				log(
					`Left ${name} as it is: an owner has published an edition of it. This release brings another one, which is waiting in the admin (Products).`,
				)
				return
			}
			if (owned !== undefined) {
				await endDamaged(database, name)
				log(
					`The edition of ${name} that an owner published is lost or damaged. The one of this release takes its place.`,
				)
			}
			await files.put(storedName(name, sha256), bytes)
			await rows.query(sql`
				insert into storage.objects (bucket_id, name, size, sha256, content_type, goods_sha256)
				values ('pdfs', ${name}, ${bytes.length}, ${sha256}, ${contentType}, ${sha256})
				on conflict (bucket_id, name) do update set
					size = excluded.size, sha256 = excluded.sha256, content_type = excluded.content_type,
					goods_sha256 = excluded.goods_sha256, updated_at = clock_timestamp()`)
			if (now !== undefined && now.sha256 !== sha256) former.push(now)
			const isRepair = now?.goods_sha256 === sha256
			log(isRepair ? `Repaired ${name} in the private store.` : `Put ${name} into the private store.`)
		})
	}

	/** Removes the editions that were replaced, unless one has been put back meanwhile. */
	async function removeFormer(): Promise<void> {
		// While servers are upgraded, others sell: each may have read the row of a former edition and be about to open it.
		await pause(openingMs)
		for (const { name, sha256 } of former)
			await withFileLock(database, name, async (rows) => {
				const now = (await knownObjects(rows)).find((object) => object.name === name)
				if (now?.sha256 !== sha256) await files.remove(storedName(name, sha256))
			})
	}

	async function isLoaded(object: Known | undefined, sha256: string): Promise<boolean> {
		return object?.goods_sha256 === sha256 && (await isIntact(files, object))
	}
}

async function knownObjects(rows: LockedRows): Promise<Known[]> {
	return await rows.query(
		sql`select name, size, sha256, goods_sha256, updated_at from storage.objects where bucket_id = 'pdfs'`,
		knownSchema,
	)
}

function namesWanted(catalogue: readonly Product[]): Set<string> {
	return new Set([...catalogue.flatMap(filesOf), ...fileMap.map(({ fileName }) => fileName)])
}

/** A file that a released product needs. */
interface MissingFile {
	title: string
	name: string
}

function releasedWith(catalogue: readonly Product[], name: string): MissingFile[] {
	return catalogue
		.filter((product) => !product.comingSoon && filesOf(product).includes(name))
		.map(({ title }) => ({ title, name }))
}

function noFileFor(missing: readonly MissingFile[], goodsDir: string): string {
	const names = missing.map(({ title, name }) => `"${title}" (${name})`).join(', ')
	const isOne = missing.length === 1
	return `The shop cannot start: ${isOne ? 'the file' : 'the files'} of ${names} ${isOne ? 'is' : 'are'} neither in ${goodsDir} nor in the private store. Put ${isOne ? 'it' : 'them'} into that folder, or set comingSoon in the catalogue, and start again.`
}

/**
 * Checks that the file in the store is still the one on record. Reads its bytes only if it was modified after it was recorded.
 */
async function isIntact(files: FileStore, known: Known | undefined): Promise<boolean> {
	if (known === undefined) return false
	const file = await files.open(storedName(known.name, known.sha256))
	if (file === undefined || file.size !== known.size) return false
	if (file.modifiedAt <= known.updated_at) return true
	return sha256Of(await wholeFile(file)) === known.sha256
}
