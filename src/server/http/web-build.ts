import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { loadBuiltPages } from '#server/http/built-pages.ts'
import type { Pages } from '#server/http/pages.ts'

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
	const placeholders = { 'https://site-url.invalid': siteUrl, __PUBLISHABLE_KEY__: publishableKey }
	const [built, build] = await Promise.all([
		loadBuiltPages({ folder: join(buildFolder, 'client'), siteUrl, placeholders }),
		import(pathToFileURL(serverBuild).href) as Promise<ServerBuild>,
	])
	const handle = createRequestHandler(build, 'production')
	return { built, render: async (request) => fillIn(await handle(request), placeholders) }
}

async function fillIn(response: Response, placeholders: Record<string, string>): Promise<Response> {
	if (!response.headers.get('content-type')?.startsWith('text/html')) return response
	const html = Object.entries(placeholders).reduce(
		(text, [name, value]) => text.replaceAll(name, value),
		await response.text(),
	)
	const headers = new Headers(response.headers)
	headers.delete('content-length')
	return new Response(html, { status: response.status, headers })
}

/** While developing, pages come from the page builder, which reloads them as they are edited. */
export function developmentPages(origin: string): Pages {
	return {
		built: undefined,
		render: async (request) => {
			const { pathname, search } = new URL(request.url)
			return await fetch(`${origin}${pathname}${search}`, {
				method: request.method,
				headers: request.headers,
			})
		},
	}
}
