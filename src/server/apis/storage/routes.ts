import { Hono } from 'hono'
import { createSignedUrl, createSignedUrls } from '#server/apis/storage/create-signed-url.ts'
import type { StorageOptions } from '#server/apis/storage/dependencies.ts'
import { download, downloadDirectly } from '#server/apis/storage/download.ts'
import { createLinkTokens } from '#server/apis/storage/link-tokens.ts'
import { listObjects, listObjectsV2 } from '#server/apis/storage/list-objects.ts'
import { copyObject, moveObject } from '#server/apis/storage/move-object.ts'
import { readInfo } from '#server/apis/storage/object-info.ts'
import { removeObjects } from '#server/apis/storage/remove-objects.ts'
import { renderError } from '#server/apis/storage/render-error.ts'
import { bucketNotFound, objectNotFound } from '#server/apis/storage/storage-error.ts'
import { createSignedUploadUrl, upload, uploadByLink } from '#server/apis/storage/upload.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'

/**
 * Serves the Storage API: signed links to files in the private bucket `pdfs`, and the files themselves. The service role may
 * read and change every file. Everything else is refused.
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
		about: 'refused',
		authenticate: (c) => options.authenticate(c.req.raw),
		act: (c) => {
			throw /\/bucket(\/|$)/.test(c.req.path) ? bucketNotFound() : objectNotFound()
		},
	})
	// Hono answers HEAD with the same handler.
	routes.get('/object/sign/:bucket/*', download(storage))
	routes.post('/object/sign/:bucket', createSignedUrls(storage))
	routes.post('/object/sign/:bucket/*', createSignedUrl(storage))
	routes.post('/object/list/:bucket', listObjects(storage))
	routes.post('/object/list-v2/:bucket', listObjectsV2(storage))
	routes.post('/object/move', moveObject(storage))
	routes.post('/object/copy', copyObject(storage))
	routes.post('/object/upload/sign/:bucket/*', createSignedUploadUrl(storage))
	routes.put('/object/upload/sign/:bucket/*', uploadByLink(storage))
	routes.get('/object/info/authenticated/:bucket/*', readInfo(storage, 'authenticated/'))
	routes.get('/object/info/:bucket/*', readInfo(storage, ''))
	routes.get('/object/authenticated/:bucket/*', downloadDirectly(storage, 'authenticated/'))
	for (const name of reserved) routes.on(['GET', 'POST', 'PUT'], `/object/${name}/*`, refuse)
	routes.get('/object/:bucket/*', downloadDirectly(storage, ''))
	routes.on(['POST', 'PUT'], '/object/:bucket/*', upload(storage))
	routes.delete('/object/:bucket', removeObjects(storage))
	routes.all('*', refuse)
	routes.onError(renderError)
	return routes
}

// The words that follow `/object/` in paths of the reference server. None of them may be taken for a bucket.
const reserved = ['authenticated', 'copy', 'info', 'list', 'list-v2', 'move', 'public', 'sign', 'upload']
