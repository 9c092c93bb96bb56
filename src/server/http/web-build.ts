import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RequestHandler, ServerBuild } from 'react-router'
import { fill, loadBuiltPages } from '#server/http/built-pages.ts'
import type { Pages } from '#server/http/pages.ts'
import { pagePolicy } from '#server/http/security-headers.ts'

interface WebBuildOptions {
	siteUrl: string
	publishableKey: string
}

const buildFolder = fileURLToPath(new URL('../../../build', import.meta.url))

/** Loads what the web build made. Throws a plain sentence where there is no build. */
export async function loadWebBuild({ siteUrl, publishableKey }: WebBuildOptions): Promise<Pages> {
	const serverBuild = join(buildFolder, 'server/index.js')
	if (!existsSync(serverBuild))
		throw new Error('The pages have not been built yet: run `npm start`, which builds them.')
	const placeholders = placeholdersOf({ siteUrl, publishableKey })
	const built = await loadBuiltPages({ folder: join(buildFolder, 'client'), siteUrl, placeholders })
	// Rendering is needed for unknown addresses only, and holds React and every page in memory: it waits for the first.
	let rendering: Promise<RequestHandler> | undefined
	const load = async () => {
		const { createRequestHandler } = await import('react-router')
		const build: ServerBuild = await import(pathToFileURL(serverBuild).href)
		return createRequestHandler(build, 'production')
	}
	return {
		built,
		render: async (request) => {
			rendering ??= load()
			const handle = await rendering
			return await fillIn(await handle(request), placeholders)
		},
	}
}

function placeholdersOf({ siteUrl, publishableKey }: WebBuildOptions): Record<string, string> {
	return { 'https://site-url.invalid': siteUrl, __PUBLISHABLE_KEY__: publishableKey }
}

async function fillIn(response: Response, placeholders: Record<string, string>): Promise<Response> {
	if (!response.headers.get('content-type')?.startsWith('text/html')) return response
	const html = fill(await response.text(), placeholders)
	const headers = new Headers(response.headers)
	headers.delete('content-length')
	return new Response(html, { status: response.status, headers })
}

/**
 * While developing, pages come from the page builder, which reloads them as they are edited. It puts styles into the page and
 * speaks over a socket of its own, so the policy lets both through; a public site refuses this mode.
 */
export function developmentPages(origin: string, options: WebBuildOptions): Pages {
	const socket = origin.replace(/^http/, 'ws')
	return {
		built: undefined,
		policy: (nonce) =>
			pagePolicy({ scripts: [`'nonce-${nonce}'`], styles: ["'unsafe-inline'"], connections: [socket] }),
		render: async (request) => {
			const { pathname, search } = new URL(request.url)
			const headers = new Headers(request.headers)
			// These belong to the visitor's own connection; `fetch` refuses the second, and unpacks what it receives.
			for (const name of ['host', 'connection', 'upgrade', 'accept-encoding']) headers.delete(name)
			const response = await fetch(`${origin}${pathname}${search}`, { method: request.method, headers })
			return await fillIn(response, placeholdersOf(options))
		},
	}
}
