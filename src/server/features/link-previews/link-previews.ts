import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { pictureFile, picturesBucket } from '#server/features/media/read-pictures.ts'
import { type LimitedTask, runLimited } from '#server/platform/child/run-limited.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type FileStore, storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { type LinkPreview, linkPreviews } from '#shared/link-preview.ts'
import { mediaFileName } from '#shared/media.ts'
import type { ShopState } from '#shared/shop-state.ts'

export type DrawnPreview = Omit<LinkPreview, 'picture'>

const drawing: LimitedTask<null> = {
	module: new URL('./draw-in-child.ts', import.meta.url),
	output: z.null(),
	seconds: 20,
	megabytes: 640,
	mostBytes: 2_000_000,
}

/** How many pictures a server keeps in memory. */
const mostKept = 100
/** How long it waits before it looks for addresses that it doesn't know again. */
const pauseMs = 2_000

export interface LinkPreviews {
	/** Returns the picture at an address; undefined if no page names it. */
	read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

interface Options {
	database: Pick<Database, 'query'>
	files: FileStore
	/** Reads what pages show now. */
	readState: () => Promise<ShopState>
}

/** Draws the pictures in previews of links when they are first wanted. */
export function createLinkPreviews({ database, files, readState }: Options): LinkPreviews {
	const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
	let found: { at: number; all: Promise<ReturnType<typeof linkPreviews>> } | undefined

	async function find(path: string): Promise<LinkPreview | undefined> {
		const known = (await found?.all.catch(() => undefined))?.get(path)
		if (known !== undefined) return known
		const now = performance.now()
		if (found === undefined || found.at + pauseMs < now)
			found = { at: now, all: readState().then(linkPreviews) }
		return (await found.all).get(path)
	}

	async function draw({ picture, ...preview }: LinkPreview): Promise<Uint8Array<ArrayBuffer>> {
		const name = picture === null ? '' : mediaFileName(picture.name, picture.width, 'webp')
		const row = await maybeOne(
			database,
			sql`select name, sha256 from storage.objects where bucket_id = ${picturesBucket} and name = ${name}`,
			pictureFile,
		)
		const file = row && (await files.open(storedName(row.name, row.sha256)))
		const inside = [await font(), ...(file === undefined ? [] : [await wholeFile(file)])]
		const { files: made } = await runLimited(drawing, preview, inside)
		const bytes = Uint8Array.from(made[0] ?? [])
		if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new Error('the child drew no picture')
		return bytes
	}

	return {
		read: async (path) => {
			const preview = kept.has(path) ? undefined : await find(path)
			if (preview !== undefined && !kept.has(path)) {
				const drawn = draw(preview)
				drawn.catch(() => kept.delete(path))
				kept.set(path, drawn)
				for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
			}
			return await kept.get(path)
		},
	}
}

let whole: Promise<Uint8Array> | undefined

/** Reads the font of headings: of the built pages, or that with the commonest letters. */
function font(): Promise<Uint8Array> {
	whole ??= readFont()
	return whole
}

async function readFont(): Promise<Uint8Array> {
	const folder = new URL('../../../../build/client/assets/', import.meta.url)
	const built = await readdir(folder).catch(() => [])
	const name = built.find((one) => /^bricolage-grotesque-latin-.*\.woff2$/.test(one))
	const basic = new URL('../../../web/fonts/bricolage-grotesque-basic.woff2', import.meta.url)
	return await readFile(fileURLToPath(name === undefined ? basic : new URL(name, folder)))
}
