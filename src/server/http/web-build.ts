import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RequestHandler, ServerBuild } from 'react-router'
import { loadBuiltPages } from '#server/http/built-pages.ts'
import { finishPage, type PageFilling } from '#server/http/finish-page.ts'
import { holdScripts } from '#server/http/held-scripts.ts'
import type { Pages } from '#server/http/pages.ts'
import { pagePolicy, securityHeaders } from '#server/http/security-headers.ts'
import type { Site } from '#shared/site.ts'

interface WebBuildOptions {
	siteUrl: string
	/** Whether browsers may reach subdomains by https only. */
	hstsSubdomains: boolean
	publishableKey: string
	/** What of its owner's settings the pages show. */
	site: Site
}

const buildFolder = fileURLToPath(new URL('../../../build', import.meta.url))

/** Loads what the web build made. Throws a plain sentence where there is no build. */
export async function loadWebBuild(options: WebBuildOptions): Promise<Pages> {
	const serverBuild = join(buildFolder, 'server/index.js')
	if (!existsSync(serverBuild))
		throw new Error('The pages have not been built yet: run `npm start`, which builds them.')
	const filling = fillingOf(options)
	const built = await loadBuiltPages({
		folder: join(buildFolder, 'client'),
		commonHeaders: securityHeaders(options),
		...filling,
	})
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
			return await fillIn(await handle(request), (page) => holdScripts(finishPage(page, filling)))
		},
	}
}

function fillingOf({
	siteUrl,
	publishableKey,
	site,
}: Pick<WebBuildOptions, 'siteUrl' | 'publishableKey' | 'site'>): PageFilling {
	return {
		placeholders: { 'https://site-url.invalid': siteUrl, __PUBLISHABLE_KEY__: publishableKey },
		site,
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
			return await fillIn(response, (page) => finishPage(page, fillingOf(options)))
		},
	}
}
