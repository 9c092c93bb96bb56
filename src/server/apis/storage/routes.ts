import { Hono } from 'hono'
import {
	createLinkTokens,
	createSignedUrl,
	createSignedUrls,
} from '#server/apis/storage/create-signed-url.ts'
import type { StorageOptions } from '#server/apis/storage/dependencies.ts'
import { download } from '#server/apis/storage/download.ts'
import { listObjects } from '#server/apis/storage/list-objects.ts'
import { removeObjects } from '#server/apis/storage/remove-objects.ts'
import { renderError } from '#server/apis/storage/render-error.ts'
import { bucketNotFound, objectNotFound } from '#server/apis/storage/storage-error.ts'
import { upload } from '#server/apis/storage/upload.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'

/**
 * Serves the Storage API: signed links to files in the private bucket `pdfs`, and the files themselves. The service role may
 * also upload, list and remove files. Everything else is refused.
 */
export function createStorageRoutes(options: StorageOptions): Hono<Env> {
	const storage = { ...options, tokens: createLinkTokens(options) }
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

	const refuse = handle({
		authenticate: (c) => options.authenticate(c.req.raw),
		act: (c) => {
			throw /\/bucket(\/|$)/.test(c.req.path) ? bucketNotFound() : objectNotFound()
		},
	})
	// Hono answers HEAD by the same handler.
	routes.get('/object/sign/:bucket/*', download(storage))
	routes.post('/object/sign/:bucket', createSignedUrls(storage))
	routes.post('/object/sign/:bucket/*', createSignedUrl(storage))
	routes.post('/object/list/:bucket', listObjects(storage))
	for (const name of reserved) routes.on(['POST', 'PUT'], `/object/${name}/*`, refuse)
	routes.on(['POST', 'PUT'], '/object/:bucket/*', upload(storage))
	routes.delete('/object/:bucket', removeObjects(storage))
	routes.all('*', refuse)
	routes.onError(renderError)
	return routes
}

// The first part of paths that the reference has and this server does not: they are not buckets.
const reserved = ['authenticated', 'copy', 'info', 'list', 'list-v2', 'move', 'public', 'sign', 'upload']
