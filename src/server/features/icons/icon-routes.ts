import { Hono } from 'hono'
import { nothingAtAddress } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { type IconFile, iconSides } from '#shared/icon-files.ts'
import type { ShopIcons } from './shop-icons.ts'

/** Serves the shop's own icon. Its address changes with it; one that the shop no longer has leads to nothing. */
export function iconRoutes(icons: ShopIcons): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/icons/:source/:file', async (c) => {
		const { source, file } = c.req.param()
		const bytes = isIconFile(file) ? await icons.read(file, source) : undefined
		if (bytes === undefined) return c.text(nothingAtAddress().message, 404, { 'cache-control': 'no-store' })
		return c.body(bytes, 200, {
			'content-type': 'image/png',
			'cache-control': 'public, max-age=31536000, immutable',
			'x-content-type-options': 'nosniff',
		})
	})
	return routes
}

function isIconFile(file: string): file is IconFile {
	return file in iconSides
}
