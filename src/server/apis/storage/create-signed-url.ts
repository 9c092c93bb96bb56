import type { Context } from 'hono'
import { errors, jwtVerify, SignJWT } from 'jose'
import pg from 'pg'
import { z } from 'zod'
import type {
	LinkHolder,
	LinkTokens,
	StorageDependencies,
	StorageOptions,
} from '#server/apis/storage/dependencies.ts'
import {
	bodyLimitBytes,
	bucket,
	checkBucket,
	checkKey,
	keyInAddress,
} from '#server/apis/storage/object-address.ts'
import {
	invalidSignature,
	invalidToken,
	objectNotFound,
	StorageError,
} from '#server/apis/storage/storage-error.ts'
import type { Caller } from '#server/platform/db/caller.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { unixSeconds } from '#shared/clock.ts'

const longestLifetimeSeconds = 3_600

// Anything else in the body (`url`, `scope`, `transform` …) is ignored: the caller only chooses the lifetime.
const expiresIn = z.int().min(1).max(longestLifetimeSeconds)
const oneSchema = z.object({ expiresIn })
const manySchema = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(100) })

/**
 * `POST /object/sign/:bucket/:key`: returns a link to one file. Throws `NoSuchKey` if the caller may not have it or there is no
 * such file.
 */
export function createSignedUrl(storage: StorageDependencies): Handler {
	return handle({
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitLinks(storage, c, caller),
		parse: async (c) => ({
			key: keyInAddress(c, 'sign/'),
			...(await readBody(c.req.raw, oneSchema, bodyLimitBytes)),
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
		authenticate: (c) => storage.authenticate(c.req.raw),
		limit: (c, caller) => limitLinks(storage, c, caller),
		parse: async (c) => {
			checkBucket(c)
			return await readBody(c.req.raw, manySchema, bodyLimitBytes)
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

/** Counts a request for links by user, or by address if signed out. */
function limitLinks({ rateLimits }: StorageDependencies, c: Context<Env>, caller: Caller): Promise<void> {
	const key = caller.role === 'authenticated' ? caller.claims.sub : c.get('clientAddress')
	return rateLimits.consume('signedUrl', key)
}

/**
 * Returns the names of the files that row level security lets the caller see, which are those they may download. The service
 * role sees them all, and the files it asked for are recorded.
 */
async function visibleNames(
	{ database }: StorageDependencies,
	c: Context<Env>,
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
			const address = c.get('clientAddress')
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

const scope = 'download'
const claimsSchema = z.object({
	url: z.string(),
	scope: z.string(),
	sub: z.union([z.uuid(), z.literal('owner')]),
	iat: z.number(),
	exp: z.number(),
})

/** Signs and checks the tokens of download links; `address` is `<bucket>/<key>`. */
export function createLinkTokens({
	signingKey,
	clock,
}: Pick<StorageOptions, 'signingKey' | 'clock'>): LinkTokens {
	// Imported once: given raw bytes, the library would import them for every token.
	const key = crypto.subtle.importKey(
		'raw',
		Buffer.from(signingKey),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['sign', 'verify'],
	)
	return {
		sign: async (address, holder, lifetimeSeconds) => {
			const issuedAt = unixSeconds(clock)
			return await new SignJWT({ url: address, scope, sub: holder === 'owner' ? 'owner' : holder.user })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuedAt(issuedAt)
				.setExpirationTime(issuedAt + lifetimeSeconds)
				.sign(await key)
		},
		verify: async (token, address) => {
			const claims = await check(token)
			if (claims.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`)
			if (claims.url !== address) throw invalidSignature('Invalid signature')
			return claims.sub === 'owner' ? 'owner' : { user: claims.sub }
		},
	}

	async function check(token: string): Promise<z.infer<typeof claimsSchema>> {
		try {
			const { payload } = await jwtVerify(token, await key, {
				algorithms: ['HS256'],
				requiredClaims: ['url', 'scope', 'sub', 'iat', 'exp'],
				currentDate: clock.now(),
			})
			const claims = claimsSchema.parse(payload)
			if (claims.exp - claims.iat > longestLifetimeSeconds) throw new Error('lifetime too long')
			return claims
		} catch (error) {
			throw invalidToken(error instanceof errors.JOSEError ? error.message : 'invalid token', error)
		}
	}
}
