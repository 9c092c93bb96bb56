import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { nothingAtAddress } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { type FileStore, storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { mediaFolder } from '#shared/media.ts'
import { pictureFile, picturesBucket } from './read-pictures.ts'

interface PictureDependencies {
	database: Pick<Database, 'query'>
	files: FileStore
}

const fileName = /^[0-9a-f]{32}-[1-9]\d{0,3}\.(avif|webp)$/

/** Serves the uploaded pictures. What is at an address never changes. */
export function pictureRoutes(deps: PictureDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	const findStored = createFinder(deps)
	routes.get(`${mediaFolder}:name`, async (c) => {
		const name = c.req.param('name')
		const [, format] = fileName.exec(name) ?? []
		const stored = format === undefined ? undefined : await findStored(name)
		const file = stored === undefined ? undefined : await deps.files.open(stored)
		if (file === undefined) return c.text(nothingAtAddress().message, 404, { 'cache-control': 'no-store' })
		return new Response(c.req.method === 'HEAD' ? null : await wholeFile(file), {
			headers: {
				'content-type': `image/${format}`,
				'content-length': String(file.size),
				'cache-control': 'public, max-age=31536000, immutable',
				'x-content-type-options': 'nosniff',
			},
		})
	})
	return routes
}

/** How long a server waits between two looks into the database for names that it doesn't know. */
const pauseMs = 250
/** How many unknown names it looks for at a time. More are made up. */
const mostAtOnce = 500

/**
 * Returns a function that finds the name by which a file of a picture is stored. It knows every file that has been asked for, so it
 * looks into the database only for new pictures and made-up names, for all of them together and a few times a second at most.
 */
function createFinder({ database }: PictureDependencies): (name: string) => Promise<string | undefined> {
	const known = new Map<string, string>()
	let wanted = new Set<string>()
	let nextLook: Promise<void> | undefined
	let lastLook = -pauseMs

	async function look(): Promise<void> {
		await pause(Math.max(0, lastLook + pauseMs - performance.now()))
		lastLook = performance.now()
		const names = [...wanted]
		wanted = new Set()
		nextLook = undefined
		const rows = await database.query(
			sql`select name, sha256 from storage.objects where bucket_id = ${picturesBucket} and name = any (${names})`,
			pictureFile,
		)
		for (const { name, sha256 } of rows) known.set(name, storedName(name, sha256))
	}

	return async (name) => {
		const stored = known.get(name)
		if (stored !== undefined) return stored
		if (wanted.size >= mostAtOnce) return undefined
		wanted.add(name)
		nextLook ??= look()
		await nextLook
		return known.get(name)
	}
}
