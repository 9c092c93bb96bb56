import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { catalogue } from '#catalogue/index.ts'
import type { Env } from '#server/platform/http/handle.ts'

/**
 * Serves the pictures of products that the hosted checkout shows. An owner may sell any of them. A product that an owner has made or released has the shop's
 * general picture: it has none of its own in the catalogue, or one that says that it is coming soon.
 */
export function productPictureRoutes(): Hono<Env> {
	const routes = new Hono<Env>()
	const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
	routes.get('/product-pictures/:name{[a-z0-9-]{1,80}\\.jpg}', async (c) => {
		const slug = c.req.param('name').replace(/\.jpg$/, '')
		const product = catalogue.find((one) => one.slug === slug)
		const folder = product === undefined || product.comingSoon ? 'design' : slug
		const file = fileURLToPath(new URL(`../../../../catalogue/${folder}/open-graph.jpg`, import.meta.url))
		const picture = pictures.get(folder) ?? readFile(file)
		pictures.set(folder, picture)
		return c.body(await picture, 200, {
			'content-type': 'image/jpeg',
			'cache-control': 'public, max-age=86400',
			// The checkout page has another origin.
			'cross-origin-resource-policy': 'cross-origin',
		})
	})
	return routes
}

/**
 * Returns the path of a product's picture. The path must never change, because a repeated payment request must be identical
 * to the first.
 */
export function productPicturePath(slug: string): string {
	return `/product-pictures/${slug}.jpg`
}
