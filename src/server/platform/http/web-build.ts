import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuiltPages, loadBuiltPages } from '#server/platform/http/built-pages.ts'
import type { DevelopmentPages } from '#server/platform/http/pages.ts'
import { builtRenderer } from '#server/platform/http/render-pages.ts'
import { pagePolicy, securityHeaders } from '#server/platform/http/security-headers.ts'
import type { ShopState } from '#shared/shop-state.ts'

interface WebBuildOptions {
	siteUrl: string
	/** Whether strict transport security covers subdomains. */
	hstsSubdomains: boolean
}

const buildFolder = fileURLToPath(new URL('../../../../build/client', import.meta.url))

/** Loads the web build, without any pages yet. Throws an error for the owner to read if there is none. */
export async function loadWebBuild(options: WebBuildOptions): Promise<BuiltPages> {
	if (!existsSync(builtRenderer))
		throw new Error('The pages have not been built yet: run `npm start`, which builds them.')
	return await loadBuiltPages({ folder: buildFolder, commonHeaders: securityHeaders(options) })
}

/**
 * Returns pages that the page builder renders. When a page is edited, the browser reloads it. The page builder injects styles and
 * uses a WebSocket, so the content security policy allows both. A public site refuses this mode.
 */
export function developmentPages(origin: string): DevelopmentPages {
	const socket = origin.replace(/^http/, 'ws')
	return {
		policy: (nonce) =>
			pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: ["'unsafe-inline'"], connections: [socket] }),
		render: async (request) => {
			const { pathname, search } = new URL(request.url)
			const headers = new Headers(request.headers)
			// These headers apply to the browser's own connection. `fetch` rejects `connection`, and decompresses responses itself.
			for (const name of ['host', 'connection', 'upgrade', 'accept-encoding']) headers.delete(name)
			return await fetch(`${origin}${pathname}${search}`, { method: request.method, headers })
		},
	}
}

const developmentState = fileURLToPath(
	new URL('../../../../node_modules/.cache/headstart-shop.json', import.meta.url),
)

/** Tells the page builder in which state of the shop it renders pages from now on. `src/web/entry.server.tsx` reads the file. */
export async function tellPageBuilder(shop: ShopState): Promise<void> {
	await mkdir(dirname(developmentState), { recursive: true })
	// Never half written: the page builder may be reading it.
	await writeFile(`${developmentState}.new`, JSON.stringify(shop))
	await rename(`${developmentState}.new`, developmentState)
}
