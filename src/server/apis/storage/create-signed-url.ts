import type { Context } from 'hono'
import { z } from 'zod'
import { linkAnswer, linksAnswer } from '#server/apis/storage/answer-schemas.ts'
import type { LinkHolder, StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { objectNotFound, StorageError } from '#server/apis/storage/errors.ts'
import { longestLifetimeSeconds } from '#server/apis/storage/link-tokens.ts'
import {
	bodyLimitBytes,
	bucket,
	checkBucket,
	checkKey,
	keyInAddress,
} from '#server/apis/storage/object-address.ts'
import { limitFileRequests, queryVisibleFiles } from '#server/apis/storage/visible-files.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

// Anything else in the body (`url`, `scope`, `transform` …) is ignored: the caller only chooses the lifetime.
const oneSchema = (caller: Caller) => z.object({ expiresIn: lifetimeFor(caller) })
const manySchema = (caller: Caller) =>
	z.object({ expiresIn: lifetimeFor(caller), paths: z.array(z.string()).min(1).max(100) })

/** Returns the schema of a link's lifetime in seconds. The limit depends on the caller. */
function lifetimeFor({ role }: Caller) {
	return z
		.int()
		.min(1)
		.max(longestLifetimeSeconds[role === 'service' ? 'owner' : 'user'])
}

/**
 * `POST /object/sign/:bucket/:key`: returns a link to one file. Throws `NoSuchKey` if there is no such file or the caller may
 * not have it.
 */
export function createSignedUrl(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Returns a link to a file.',
			for: 'callers',
			body: oneSchema({ role: 'service' }),
			answers: { 200: linkAnswer },
		},
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitFileRequests(storage, c, caller),
		parse: async (c, caller) => ({
			key: keyInAddress(c, 'sign/'),
			...(await readBody(c.req.raw, oneSchema(caller), bodyLimitBytes)),
		}),
		act: async (c, caller, { key, expiresIn: seconds }) => {
			const visible = await visibleNames(storage, c, caller, [key])
			if (!visible.has(key)) throw objectNotFound()
			return c.json({ signedURL: await link(storage, caller, key, seconds) })
		},
	})
}

/** `POST /object/sign/:bucket`: returns a link, or an error, for each of several files, in the order requested. */
export function createSignedUrls(storage: StorageDependencies): Handler {
	return handle({
		about: {
			does: 'Returns links to several files.',
			for: 'callers',
			body: manySchema({ role: 'service' }),
			answers: { 200: linksAnswer },
		},
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitFileRequests(storage, c, caller),
		parse: async (c, caller) => {
			checkBucket(c)
			return await readBody(c.req.raw, manySchema(caller), bodyLimitBytes)
		},
		act: async (c, caller, { paths, expiresIn: seconds }) => {
			const visible = await visibleNames(storage, c, caller, paths.filter(isKey))
			const links = paths.map(async (path) =>
				visible.has(path)
					? { path, signedURL: await link(storage, caller, path, seconds), error: null }
					: {
							path,
							signedURL: null,
							error: 'Either the object does not exist or you do not have access to it',
						},
			)
			return c.json(await Promise.all(links))
		},
	})
}

/** Returns those of the names whose files the caller may download. What the service role asks for is recorded. */
async function visibleNames(
	{ database }: StorageDependencies,
	c: Context<Env>,
	caller: Caller,
	names: readonly string[],
): Promise<Set<string>> {
	const rows = await queryVisibleFiles(
		{ database },
		caller,
		sql`select name from storage.objects where bucket_id = ${bucket} and name = any (${names})`,
		z.object({ name: z.string() }),
	)
	const visible = rows.map(({ name }) => name)
	if (caller.role === 'service' && visible.length > 0) {
		const details = { bucket, keys: visible }
		const address = c.get('clientAddress')
		await database.query(recordServiceAct({ action: 'storage_links_signed', details, address }))
	}
	return new Set(visible)
}

async function link(
	{ tokens }: StorageDependencies,
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
