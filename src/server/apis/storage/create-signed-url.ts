import pg from 'pg'
import { z } from 'zod'
import { type LinkHolder, type LinkTokens, longestLifetimeSeconds } from '#server/apis/storage/link-token.ts'
import { bucket, checkKey } from '#server/apis/storage/object-address.ts'
import { objectNotFound, StorageError } from '#server/apis/storage/storage-error.ts'
import type { Caller } from '#server/platform/db/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'

interface SignOptions {
	database: Database
	tokens: LinkTokens
	/** The caller's network address. */
	address: string
}

// Anything else in the body (`url`, `scope`, `transform` …) is ignored: the caller only chooses the lifetime.
const expiresIn = z.int().min(1).max(longestLifetimeSeconds)
const oneSchema = z.object({ expiresIn })
const manySchema = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(100) })

/** Returns a link to one file. Throws `NoSuchKey` if the caller may not have it or there is no such file. */
export async function createSignedUrl(options: SignOptions, caller: Caller, key: string, body: unknown) {
	const request = oneSchema.parse(body)
	const visible = await visibleNames(options, caller, [key])
	if (!visible.has(key)) throw objectNotFound()
	return { signedURL: await link(options.tokens, caller, key, request.expiresIn) }
}

/** Returns a link, or an error, for each of several files, in the order requested. */
export async function createSignedUrls(options: SignOptions, caller: Caller, body: unknown) {
	const { paths, expiresIn } = manySchema.parse(body)
	const visible = await visibleNames(options, caller, paths.filter(isKey))
	return await Promise.all(
		paths.map(async (path) =>
			visible.has(path)
				? { path, signedURL: await link(options.tokens, caller, path, expiresIn), error: null }
				: {
						path,
						signedURL: null,
						error: 'Either the object does not exist or you do not have access to it',
					},
		),
	)
}

/**
 * Returns the names of the files that row level security lets the caller see, which are those they may download. The service
 * role sees them all, and the files it asked for are recorded.
 */
async function visibleNames(
	{ database, address }: SignOptions,
	caller: Caller,
	names: readonly string[],
): Promise<Set<string>> {
	try {
		const rows = await database.asCaller(
			caller,
			(tx) =>
				tx.query<{ name: string }>(
					sql`select name from storage.objects where bucket_id = ${bucket} and name = any (${names})`,
				),
			{ readOnly: true },
		)
		const visible = rows.map(({ name }) => name)
		if (caller.role === 'service' && visible.length > 0) {
			const details = { bucket, keys: visible }
			await database.query(recordServiceAct({ action: 'storage_links_signed', details, address }))
		}
		return new Set(visible)
	} catch (error) {
		// An anonymous caller may not read the table at all; to them no file exists.
		if (error instanceof pg.DatabaseError && error.code === '42501') return new Set()
		throw error
	}
}

async function link(
	tokens: LinkTokens,
	caller: Caller,
	key: string,
	lifetimeSeconds: number,
): Promise<string> {
	const token = await tokens.sign(`${bucket}/${key}`, holderOf(caller), lifetimeSeconds)
	// Not encoded: the official client encodes the whole address itself.
	return `/object/sign/${bucket}/${key}?token=${token}`
}

function holderOf(caller: Caller): LinkHolder {
	if (caller.role === 'authenticated') return { user: caller.claims.sub }
	if (caller.role === 'service') return 'owner'
	throw objectNotFound()
}

function isKey(path: string): boolean {
	try {
		return checkKey(path) === path
	} catch (error) {
		if (error instanceof StorageError) return false
		throw error
	}
}
