import { type Context, Hono } from 'hono'
import { createSignedUrl, createSignedUrls } from '#server/apis/storage/create-signed-url.ts'
import type { StorageOptions } from '#server/apis/storage/dependencies.ts'
import { download, downloadDirectly } from '#server/apis/storage/download.ts'
import { accessDenied, featureNotEnabled, routeNotFound } from '#server/apis/storage/errors.ts'
import { createLinkTokens } from '#server/apis/storage/link-tokens.ts'
import { listObjects, listObjectsV2 } from '#server/apis/storage/list-objects.ts'
import { copyObject, moveObject } from '#server/apis/storage/move-object.ts'
import { readInfo } from '#server/apis/storage/object-info.ts'
import { listBuckets, readBucket } from '#server/apis/storage/read-buckets.ts'
import { removeObjects } from '#server/apis/storage/remove-objects.ts'
import { renderError } from '#server/apis/storage/render-error.ts'
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
			exposes: ['content-range', 'content-length', 'content-disposition', 'accept-ranges', 'etag'],
		}),
	)

	const refuse = (reason: (c: Context<Env>) => Error) =>
		handle({
			about: 'refused',
			authenticate: (c) => options.authenticate(c.req.raw),
			act: (c, { role }) => {
				throw role === 'service' || !changesBuckets(c) ? reason(c) : accessDenied()
			},
		})
	const notFound = refuse((c) => routeNotFound(c.req.method, new URL(c.req.url).pathname))
	routes.get('/bucket', listBuckets(storage))
	routes.get('/bucket/:bucket', readBucket(storage))
	for (const [path, message] of Object.entries(notOffered))
		for (const address of [path, `${path}/*`])
			routes.all(
				address,
				refuse(() => featureNotEnabled(message)),
			)
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
	for (const name of reserved) routes.on(['GET', 'POST', 'PUT'], `/object/${name}/*`, notFound)
	routes.get('/object/:bucket/*', downloadDirectly(storage, ''))
	routes.on(['POST', 'PUT'], '/object/:bucket/*', upload(storage))
	routes.delete('/object/:bucket', removeObjects(storage))
	routes.all('*', notFound)
	routes.onError(renderError)
	return routes
}

/** What the reference server has and this shop hasn't, by the beginning of its address. */
const notOffered = {
	'/bucket': 'This shop has one bucket, “pdfs”. Buckets can’t be created, changed, emptied or deleted.',
	'/render/image': 'This shop doesn’t resize pictures.',
	'/object/public': 'This shop has no public bucket. Ask for a signed link instead.',
	'/upload/resumable': 'This shop has no resumable uploads. Send the file in one request.',
	'/cdn': 'This shop has no cache of files in front of it.',
	'/s3': 'This shop doesn’t speak the S3 protocol.',
	'/iceberg': 'This shop has no analytics buckets.',
	'/vector': 'This shop has no vector buckets.',
}

function changesBuckets(c: Context<Env>): boolean {
	return /\/bucket(\/|$)/.test(c.req.path)
}

// The words that follow `/object/` in paths of the reference server. None of them may be taken for a bucket.
const reserved = ['authenticated', 'copy', 'info', 'list', 'list-v2', 'move', 'sign', 'upload']
