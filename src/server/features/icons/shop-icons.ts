import { z } from 'zod'
import { pictureFile, picturesBucket, readShownPictures } from '#server/features/media/read-pictures.ts'
import { type LimitedTask, runLimited } from '#server/platform/child/run-limited.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type FileStore, storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import { type IconFile, iconSides } from '#shared/icon-files.ts'
import { mediaFileName } from '#shared/media.ts'
import { iconSource, isFromLogo } from '#shared/shop-icon.ts'

const drawing: LimitedTask<null> = {
	module: new URL('./draw-in-child.ts', import.meta.url),
	output: z.null(),
	seconds: 20,
	megabytes: 640,
	mostBytes: 5_000_000,
}

interface Icon {
	source: string
	files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

export interface ShopIcons {
	/** Returns a file of the shop's own icon; undefined while it has the one that comes with the shop. With a source, only of that. */
	read(file: IconFile, source?: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** How long a server takes what the database says of the icon for current. */
const freshMs = 2_000

/** Draws the shop's own icon when a file of it is first wanted, and keeps it as long as the shop has it. */
export function createShopIcons(from: { database: Pick<Database, 'query'>; files: FileStore }): ShopIcons {
	let found: { at: number; logo: Promise<Awaited<ReturnType<typeof readLogo>>> } | undefined
	let drawn: { source: string; icon: Promise<Icon> } | undefined
	return {
		read: async (file, wanted) => {
			const now = performance.now()
			const isFresh = found !== undefined && found.at + freshMs >= now
			if (found === undefined || !isFresh) found = { at: now, logo: readLogo(from.database) }
			let { logo, source } = await found.logo
			if (isFresh && wanted !== undefined && wanted !== source) {
				// A page may name an icon that is newer than what was read last.
				found = { at: now, logo: readLogo(from.database) }
				;({ logo, source } = await found.logo)
			}
			if (source === undefined || (wanted !== undefined && wanted !== source)) return undefined
			if (drawn?.source !== source) {
				const icon = draw(from.files, source, logo)
				drawn = { source, icon }
				icon.catch(() => {
					drawn = undefined
				})
			}
			return (await drawn.icon).files.get(file)
		},
	}
}

/** Reads what the icon is made from; with the stored file, if it is a logo. */
async function readLogo(database: Pick<Database, 'query'>) {
	const row = await maybeOne(
		database,
		sql`select published #>> '{logo,0,name}' as id from shop.documents where kind = 'site' and id = 'site'`,
		z.object({ id: z.string().nullable() }),
	)
	const shown = row?.id == null ? undefined : (await readShownPictures(database)).get(row.id)
	const logo = shown === undefined ? [] : [{ ...shown, name: shown.id }]
	const source = iconSource({ name: await readShopName(database), logo })
	const name = shown && mediaFileName(shown.id, shown.width, 'webp')
	const file = await maybeOne(
		database,
		sql`select name, sha256 from storage.objects where bucket_id = ${picturesBucket} and name = ${name ?? ''}`,
		pictureFile,
	)
	return { source, logo: file && storedName(file.name, file.sha256) }
}

async function draw(files: FileStore, source: string, logo: string | undefined): Promise<Icon> {
	const stored = isFromLogo(source) && logo !== undefined ? await files.open(logo) : undefined
	if (isFromLogo(source) && stored === undefined) throw new Error(`the file of the logo ${source} is missing`)
	const { files: made } = await runLimited(
		drawing,
		{ letter: source },
		stored === undefined ? [] : [await wholeFile(stored)],
	)
	const named = Object.keys(iconSides).map((name, at) => {
		const bytes = Uint8Array.from(made[at] ?? [])
		if (Buffer.from(bytes).toString('latin1', 1, 4) !== 'PNG') throw new Error(`the child drew no ${name}`)
		return [name, bytes] as const
	})
	return { source, files: new Map(named) }
}
