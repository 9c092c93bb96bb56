import type { Context } from 'hono'
import { z } from 'zod'
import { messageAnswer, storedAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import {
	bucketNotFound,
	bytesNotFound,
	objectExists,
	objectNotFound,
	wrongFileType,
} from '#server/apis/storage/errors.ts'
import { bodyLimitBytes, bucket, checkKey } from '#server/apis/storage/object-address.ts'
import { removeUnused } from '#server/apis/storage/remove-objects.ts'
import { requireServiceRole } from '#server/apis/storage/require-service-role.ts'
import { editionOf, mayReplace } from '#server/apis/storage/upload.ts'
import { exists, idRow, maybeOne } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { type LockedRows, withFileLock } from '#server/shop/files/file-lock.ts'
import { fileTypeOf, longestOpening, storedName } from '#server/shop/files/file-store.ts'

const addressesSchema = z.object({
	bucketId: z.string(),
	sourceKey: z.string(),
	destinationBucket: z.string().nullish(),
	destinationKey: z.string(),
})

interface Addresses {
	from: string
	to: string
}

async function readAddresses(c: Context<Env>): Promise<Addresses> {
	const body = await readBody(c.req.raw, addressesSchema, bodyLimitBytes)
	if (body.bucketId !== bucket || (body.destinationBucket ?? bucket) !== bucket) throw bucketNotFound()
	return { from: checkKey(body.sourceKey), to: checkKey(body.destinationKey) }
}

/** `POST /object/move`: renames a file. Links to the old name stop working. */
export function moveObject(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Renames a file.',
			for: 'the service role',
			body: addressesSchema,
			answers: { 200: messageAnswer },
		},
		authenticate: (c) => requireServiceRole(storage, c.req.raw),
		parse: readAddresses,
		act: async (c, _caller, addresses) => {
			const { database, files } = storage
			const { from, to } = addresses
			const sha256 = await withFileLock(database, to, async (rows) => {
				const copied = await copyBytes(storage, rows, { ...addresses, replaces: from === to })
				const act = { details: { bucket, from, to }, address: c.get('clientAddress') }
				const isMoved = await exists(
					rows,
					sql`
					update storage.objects set name = ${to}, updated_at = clock_timestamp()
					where bucket_id = ${bucket} and name = ${from} and sha256 = ${copied} returning id`,
				)
				if (!isMoved) {
					// Another edition was uploaded in the meantime, or the file was removed.
					await files.remove(storedName(to, copied))
					throw objectNotFound()
				}
				await rows.query(recordServiceAct({ action: 'storage_object_moved', ...act }))
				return copied
			})
			if (from !== to) await removeUnused(storage, from, sha256)
			return c.json({ message: 'Successfully moved' })
		},
	})
}

/** `POST /object/copy`: stores a file a second time, under another name, with its metadata. */
export function copyObject(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Copies a file.',
			for: 'the service role',
			body: addressesSchema,
			answers: { 200: storedAnswer },
		},
		authenticate: (c) => requireServiceRole(storage, c.req.raw),
		parse: readAddresses,
		act: async (c, _caller, addresses) => {
			const { database, files } = storage
			const { from, to } = addresses
			const id = await withFileLock(database, to, async (rows) => {
				const before = await editionOf(rows, to)
				const copied = await copyBytes(storage, rows, { ...addresses, replaces: mayReplace(c) })
				const act = { details: { bucket, from, to }, address: c.get('clientAddress') }
				const row = await maybeOne(
					rows,
					sql`
					insert into storage.objects (bucket_id, name, size, sha256, content_type, user_metadata)
					select bucket_id, ${to}, size, sha256, content_type, user_metadata from storage.objects
					where bucket_id = ${bucket} and name = ${from} and sha256 = ${copied}
					on conflict (bucket_id, name) do update set
						size = excluded.size, sha256 = excluded.sha256, content_type = excluded.content_type,
						user_metadata = excluded.user_metadata, updated_at = clock_timestamp()
					returning id`,
					idRow,
				)
				const unused = row === undefined ? copied : before
				if (unused !== undefined && (row === undefined ? before !== copied : unused !== copied))
					await files.remove(storedName(to, unused))
				if (row === undefined) throw objectNotFound()
				await rows.query(recordServiceAct({ action: 'storage_object_copied', ...act }))
				return row.id
			})
			return c.json({ Id: id, Key: `${bucket}/${to}` })
		},
	})
}

/**
 * Copies the bytes of a file to the name they will have, and returns their SHA-256. The caller has locked only that name,
 * because two operations that each locked two names could wait for each other for ever. Throws `NoSuchKey`, `KeyAlreadyExists` or
 * `InvalidMimeType`.
 */
async function copyBytes(
	{ files }: StorageDependencies,
	rows: LockedRows,
	{ from, to, replaces }: Addresses & { replaces: boolean },
): Promise<string> {
	const sha256 = await editionOf(rows, from)
	if (sha256 === undefined) throw objectNotFound()
	if (from === to && replaces) return sha256
	if (!replaces && (await editionOf(rows, to)) !== undefined) throw objectExists()
	const source = await files.open(storedName(from, sha256))
	if (source === undefined) throw bytesNotFound(new Error(`${from} is not in the store`))
	const first = await source.read({ start: 0, end: Math.min(longestOpening, source.size) - 1 })
	const opening =
		first instanceof Uint8Array ? first : new Uint8Array(await new Response(first).arrayBuffer())
	if (fileTypeOf(to, opening) === undefined) throw wrongFileType()
	const incoming = await files.receive()
	try {
		for await (const chunk of new Response(await source.read()).body ?? []) await incoming.write(chunk)
		await incoming.complete()
		await incoming.publish(storedName(to, sha256))
	} finally {
		await incoming.discard()
	}
	return sha256
}
