import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadBuiltPages } from '#server/platform/http/built-pages.ts'
import { finishPage, type PageFilling } from '#server/platform/http/finish-page.ts'
import type { DevelopmentPages, Pages } from '#server/platform/http/pages.ts'
import { pagePolicy, securityHeaders } from '#server/platform/http/security-headers.ts'

interface WebBuildOptions extends Omit<PageFilling, 'placeholders'> {
	siteUrl: string
	/** Whether strict transport security covers subdomains. */
	hstsSubdomains: boolean
	publishableKey: string
}

const buildFolder = fileURLToPath(new URL('../../../../build/client', import.meta.url))

/** Loads the web build. Throws an error for the owner to read if there is none. */
export async function loadWebBuild(options: WebBuildOptions): Promise<Pages> {
	if (!existsSync(join(buildFolder, '404/index.html')))
		throw new Error('The pages have not been built yet: run `npm start`, which builds them.')
	const commonHeaders = securityHeaders(options)
	return { built: await loadBuiltPages({ folder: buildFolder, commonHeaders, ...fillingOf(options) }) }
}

function fillingOf({ siteUrl, publishableKey, hstsSubdomains: _, ...filling }: WebBuildOptions): PageFilling {
	return {
		placeholders: { 'https://site-url.invalid': siteUrl, __PUBLISHABLE_KEY__: publishableKey },
		...filling,
	}
}

async function fillIn(response: Response, edit: (page: string) => string): Promise<Response> {
	if (!response.headers.get('content-type')?.startsWith('text/html')) return response
	const html = edit(await response.text())
	const headers = new Headers(response.headers)
	headers.delete('content-length')
	return new Response(html, { status: response.status, headers })
}

/**
 * Returns pages that the page builder renders. When a page is edited, the browser reloads it. The page builder injects styles and
 * uses a WebSocket, so the content security policy allows both. A public site refuses this mode.
 */
export function developmentPages(origin: string, options: WebBuildOptions): DevelopmentPages {
	const socket = origin.replace(/^http/, 'ws')
	let filling = fillingOf(options)
	return {
		refill: async (changed) => {
			filling = { ...filling, ...changed }
		},
		policy: (nonce) =>
			pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: ["'unsafe-inline'"], connections: [socket] }),
		render: async (request) => {
			const { pathname, search } = new URL(request.url)
			const headers = new Headers(request.headers)
			// These headers apply to the browser's own connection. `fetch` rejects `connection`, and decompresses responses itself.
			for (const name of ['host', 'connection', 'upgrade', 'accept-encoding']) headers.delete(name)
			const response = await fetch(`${origin}${pathname}${search}`, { method: request.method, headers })
			return await fillIn(response, (page) => finishPage(page, filling))
		},
	}
}
