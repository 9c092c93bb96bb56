import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { catalogue } from '#catalogue/index.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** Serves the pictures of paid products that the hosted checkout shows. */
export function productPictureRoutes(): Hono<Env> {
	const routes = new Hono<Env>()
	for (const { slug, isFree, comingSoon } of catalogue) {
		if (isFree) continue
		// If the product is coming soon in the catalogue, sends the shop's general picture. An owner may have released the product
		// since, and its own picture would still say that it is coming soon.
		const folder = comingSoon ? 'design' : slug
		const file = fileURLToPath(new URL(`../../../../catalogue/${folder}/open-graph.jpg`, import.meta.url))
		let picture: Promise<Uint8Array<ArrayBuffer>> | undefined
		routes.get(productPicturePath(slug), async (c) => {
			picture ??= readFile(file)
			return c.body(await picture, 200, {
				'content-type': 'image/jpeg',
				'cache-control': 'public, max-age=86400',
				// The checkout page has another origin.
				'cross-origin-resource-policy': 'cross-origin',
			})
		})
	}
	return routes
}

/**
 * Returns the path of a paid product's picture. The path must never change, because a repeated payment request must be identical
 * to the first.
 */
export function productPicturePath(slug: string): string {
	return `/product-pictures/${slug}.jpg`
}
