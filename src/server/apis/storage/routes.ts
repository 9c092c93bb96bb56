import { type Context, Hono } from 'hono'
import { createSignedUrl, createSignedUrls } from '#server/apis/storage/create-signed-url.ts'
import { download } from '#server/apis/storage/download.ts'
import { createLinkTokens } from '#server/apis/storage/link-token.ts'
import { listObjects } from '#server/apis/storage/list-objects.ts'
import { bucket, checkBucket, keyInAddress } from '#server/apis/storage/object-address.ts'
import { createDownloadRecorder } from '#server/apis/storage/record-download.ts'
import { removeObjects } from '#server/apis/storage/remove-objects.ts'
import { renderError } from '#server/apis/storage/render-error.ts'
import {
	accessDenied,
	bucketNotFound,
	invalidRequest,
	objectNotFound,
} from '#server/apis/storage/storage-error.ts'
import { objectForHolder } from '#server/apis/storage/stored-object.ts'
import { upload } from '#server/apis/storage/upload.ts'
import type { Caller } from '#server/platform/db/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { readJson } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/env.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { Clock } from '#shared/clock.ts'

export interface StorageOptions {
	database: Database
	authenticate: Authenticate
	rateLimits: RateLimits
	files: FileStore
	/** Signs download links and nothing else. */
	signingKey: string
	clock: Clock
}

const bodyLimitBytes = 64 * 1024

/**
 * Serves the Storage API: signed links to files in the private bucket `pdfs`, and the files themselves. The service role may
 * also upload, list and remove files. Everything else is refused.
 */
export function createStorageRoutes(options: StorageOptions): Hono<Env> {
	const { database, authenticate, rateLimits, files, signingKey, clock } = options
	const tokens = createLinkTokens({ signingKey, clock })
	const recordDownload = createDownloadRecorder({ database, clock })
	const routes = new Hono<Env>()
	routes.use(
		'*',
		apiFrame({
			methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
			accepts: [
				'authorization',
				'apikey',
				'x-client-info',
				'content-type',
				'cache-control',
				'x-upsert',
				'x-metadata',
				'range',
				'if-range',
			],
			exposes: ['content-range', 'content-length', 'content-disposition', 'accept-ranges', 'etag'],
		}),
	)

	// Hono answers HEAD by the same handler.
	routes.get('/object/sign/:bucket/*', async (c) => {
		checkBucket(c.req.param('bucket'))
		const key = keyInAddress(c.req.url, 'sign/')
		const holder = await tokens.verify(readToken(c.req.url), `${bucket}/${key}`)
		const object = await objectForHolder(database, key, holder)
		if (object === undefined) throw objectNotFound()
		const answer = await download(files, object, c.req.raw)
		// HEAD and 304 are not downloads.
		const isTaken = c.req.method === 'GET' && (answer.status === 200 || answer.status === 206)
		if (isTaken && holder !== 'owner') await recordDownload(holder.user, object, c.get('log'))
		return answer
	})

	routes.post('/object/sign/:bucket', async (c) => {
		const caller = await authenticate(c.req.raw)
		await rateLimits.consume('signedUrl', limitKey(c, caller))
		checkBucket(c.req.param('bucket'))
		return c.json(
			await createSignedUrls(
				{ database, tokens, address: c.get('clientAddress') },
				caller,
				await readJson(c.req.raw, bodyLimitBytes),
			),
		)
	})

	routes.post('/object/sign/:bucket/*', async (c) => {
		const caller = await authenticate(c.req.raw)
		await rateLimits.consume('signedUrl', limitKey(c, caller))
		checkBucket(c.req.param('bucket'))
		const key = keyInAddress(c.req.url, 'sign/')
		return c.json(
			await createSignedUrl(
				{ database, tokens, address: c.get('clientAddress') },
				caller,
				key,
				await readJson(c.req.raw, bodyLimitBytes),
			),
		)
	})

	routes.post('/object/list/:bucket', async (c) => {
		await requireServiceRole(c)
		return c.json(await listObjects(database, await readJson(c.req.raw, bodyLimitBytes)))
	})

	routes.on(['POST', 'PUT'], '/object/:bucket/*', async (c) => {
		if (reserved.has(c.req.param('bucket'))) return await refuse(c)
		await requireServiceRole(c)
		const mayReplace = c.req.method === 'PUT' || c.req.header('x-upsert') === 'true'
		const options = { database, files, address: c.get('clientAddress') }
		return c.json(await upload(options, keyInAddress(c.req.url, ''), c.req.raw, mayReplace))
	})

	routes.delete('/object/:bucket', async (c) => {
		await requireServiceRole(c)
		const options = { database, files, address: c.get('clientAddress') }
		return c.json(await removeObjects(options, await readJson(c.req.raw, bodyLimitBytes)))
	})

	routes.all('*', refuse)
	routes.onError(renderError)
	return routes

	async function requireServiceRole(c: Context<Env, '/:bucket'>): Promise<void> {
		const caller = await authenticate(c.req.raw)
		if (caller.role !== 'service') throw accessDenied()
		checkBucket(c.req.param('bucket'))
	}

	async function refuse(c: Context<Env>): Promise<never> {
		await authenticate(c.req.raw)
		throw /\/bucket(\/|$)/.test(c.req.path) ? bucketNotFound() : objectNotFound()
	}
}

// The first part of paths that the reference has and this server does not: they are not buckets.
const reserved = new Set([
	'authenticated',
	'copy',
	'info',
	'list',
	'list-v2',
	'move',
	'public',
	'sign',
	'upload',
])

function limitKey(c: Context<Env>, caller: Caller): string {
	return caller.role === 'authenticated' ? caller.claims.sub : c.get('clientAddress')
}

function readToken(url: string): string {
	const [token, ...others] = new URL(url).searchParams.getAll('token')
	if (token === undefined) throw invalidRequest("querystring must have required property 'token'")
	if (others.length > 0) throw invalidRequest('querystring/token must be string')
	return token
}
