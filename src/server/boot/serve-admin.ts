import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AdminPlace } from '#server/config/admin-settings.ts'
import type { Config } from '#server/config/config.ts'
import { errorCode } from '#server/platform/app-error.ts'
import { type BuiltPages, loadBuiltPages } from '#server/platform/http/built-pages.ts'
import { type HttpServer, listen } from '#server/platform/http/http-server.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import type { System } from './system.ts'

const folder = fileURLToPath(new URL('../../../build/admin', import.meta.url))

interface BuildOptions {
	admin: AdminPlace
	publishableKey: string
	config: Pick<Config, 'devPages' | 'siteUrl'>
}

/** Loads the built pages of the admin. Throws an `Error` with a message for the owner if there are none. */
export async function loadAdminBuild({ admin, publishableKey, config }: BuildOptions): Promise<BuiltPages> {
	if (!existsSync(join(folder, 'index.html')))
		throw new Error('The pages of the admin have not been built yet: run `npm start`, which builds them.')
	const options = {
		folder,
		commonHeaders: { ...securityHeaders({ siteUrl: admin.url }), 'x-robots-tag': 'noindex, nofollow' },
		// Previews of drafts.
		frames: [config.siteUrl],
		edit: (page: string) => page.replace('__PUBLISHABLE_KEY__', publishableKey),
	}
	const load = async () => withOnePage(await loadBuiltPages(options))
	if (config.devPages === undefined) return await load()
	// During development, each request reads the build again, so that a new build shows at once.
	return { ...(await load()), answer: async (request) => await (await load()).answer(request) }
}

/** Answers every path that is not a file with the admin's single page. Its script shows what belongs at that path. */
function withOnePage(pages: BuiltPages): BuiltPages {
	const isFile = (path: string) => path.includes('.') || path.endsWith('/404')
	return {
		...pages,
		answer: (request) =>
			pages.answer(request) ?? (isFile(request.path) ? undefined : pages.answer({ ...request, path: '/' })),
	}
}

/** Opens the port of the admin. If that fails, throws an `Error` with a message for the owner. */
export async function serveAdmin(
	{ host, port }: AdminPlace,
	{ fetch, trustedProxies }: { fetch: System['fetch']; trustedProxies: readonly string[] },
): Promise<HttpServer> {
	try {
		const server = await listen({ host, port, trustedProxies })
		server.serve({ fetch, built: undefined })
		return server
	} catch (error) {
		const code = errorCode(error)
		throw new Error(
			code === 'EADDRINUSE'
				? `Port ${port}, for the admin, is in use by another program. Stop it, or set ADMIN_PORT to another number.`
				: `Cannot listen on ${host}:${port} (${code}). Check ADMIN_HOST and ADMIN_PORT.`,
		)
	}
}
