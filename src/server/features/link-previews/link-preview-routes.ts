import { Hono } from 'hono'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { nothingAtAddress } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'
import type { LinkPreviews } from './link-previews.ts'

/** Serves the pictures in previews of links to guides and articles of the owner's. */
export function linkPreviewRoutes(previews: LinkPreviews): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/link-previews/:name{[0-9a-f]{32}\\.jpg}', async (c) => {
		const bytes = await previews.read(c.req.path).catch((error: unknown) => {
			if (error instanceof UnreadableFile) return 'busy'
			throw error
		})
		if (bytes === 'busy') return c.text('', 503, { 'retry-after': '10', 'cache-control': 'no-store' })
		if (bytes === undefined) return c.text(nothingAtAddress().message, 404, { 'cache-control': 'no-store' })
		return c.body(bytes, 200, {
			'content-type': 'image/jpeg',
			'cache-control': 'public, max-age=31536000, immutable',
			'x-content-type-options': 'nosniff',
			// Other sites show it.
			'cross-origin-resource-policy': 'cross-origin',
		})
	})
	return routes
}
