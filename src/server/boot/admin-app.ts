import { Hono, type MiddlewareHandler } from 'hono'
import { type AdminApiDependencies, createAdminApi } from '#server/admin-api/routes.ts'
import { type AuthOptions, createAuthRoutes } from '#server/apis/auth/routes.ts'
import type { Config } from '#server/config/config.ts'
import { pictureRoutes } from '#server/features/media/picture-routes.ts'
import { operations } from '#server/features/operations.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { healthRoutes } from '#server/platform/http/health.ts'
import { pageHandler } from '#server/platform/http/pages.ts'
import { policyReportRoutes } from '#server/platform/http/policy-reports.ts'
import { renderError } from '#server/platform/http/render-error.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'

interface AdminAppOptions extends Omit<AdminApiDependencies, 'config'> {
	config: AdminApiDependencies['config'] & Pick<Config, 'trustedProxies'>
	/** The options of the Auth API, as the shop serves it. */
	auth: AuthOptions
	/** Undefined in tests that need only the API. */
	pages: BuiltPages | undefined
	requireDatabase: () => Promise<void>
	requireDisk: () => Promise<void>
	stopping: AbortSignal
}

const hour = 3_600
/** How many seconds a session of the admin lasts, and how many seconds each of its access tokens lasts. */
const sessionSeconds = 12 * hour
const accessTokenSeconds = hour / 6

/**
 * Puts the admin together: its pages, its API, and the routes of the Auth API that signing in needs. The admin has a port of its
 * own.
 */
export function createAdminApp(options: AdminAppOptions): Hono<Env> {
	const { adminUrl, config, auth, pages, rateLimits } = options
	const log = options.log.child({ listener: 'admin' })
	const app = new Hono<Env>()
	app.use(requestFrame({ siteUrl: adminUrl, trustedProxies: config.trustedProxies, log }))
	app.onError(renderError)
	app.use(async (c, next) => {
		await next()
		c.res.headers.set('x-robots-tag', 'noindex, nofollow')
	})
	app.route('/', healthRoutes(options))
	app.use(requireOwnHost(adminUrl))
	app.use('/auth/v1/*', requireOwnOrigin(adminUrl), offeredOnly)
	app.use('/api/*', requireOwnOrigin(adminUrl))
	app.route('/', policyReportRoutes({ rateLimits }))
	const passkeysOffered = auth.settings.passkeysOffered && mayAskForKeysOf(auth.siteUrl, adminUrl)
	app.route(
		'/auth/v1',
		createAuthRoutes({
			...auth,
			pageUrl: adminUrl,
			settings: {
				...auth.settings,
				ofAdmin: true,
				signInLinks: !config.isPublic,
				sessionSeconds,
				accessTokenSeconds,
				passkeysOffered,
			},
			providers: [],
			createSso: undefined,
			createWeb3Grant: undefined,
			captcha: undefined,
		}),
	)
	app.route('/api', createAdminApi(options, operations))
	// The admin may show nothing of another origin.
	app.route('/', pictureRoutes(options))
	if (pages !== undefined) app.all('*', pageHandler({ pages: { built: pages } }))
	return app
}

/**
 * Refuses requests for any other host. Otherwise a web page could point a domain of its own at this machine and read the admin
 * (DNS rebinding).
 */
function requireOwnHost(adminUrl: string): MiddlewareHandler<Env> {
	const { host } = new URL(adminUrl)
	return async (c, next) => {
		if (c.req.header('host') !== host) throw nothingHere(421)
		await next()
	}
}

/**
 * Refuses requests from pages of other origins, by the headers `Origin` and `Sec-Fetch-Site`. Programs that are not browsers send
 * neither header, and may pass.
 */
function requireOwnOrigin(adminUrl: string): MiddlewareHandler<Env> {
	return async (c, next) => {
		const origin = c.req.header('origin') ?? adminUrl
		const from = c.req.header('sec-fetch-site') ?? 'same-origin'
		if (origin !== adminUrl || from !== 'same-origin') throw foreignOrigin()
		await next()
	}
}

/** The routes of the Auth API that the admin's pages use. Everything else about an account is done in the shop. */
const offered = [
	/^POST \/(token|logout)$/,
	/^GET \/(user|settings)$/,
	/^(POST|DELETE) \/factors(\/|$)/,
	/^POST \/passkeys\/authentication\//,
	/^POST \/staff\//,
]

const offeredOnly: MiddlewareHandler<Env> = async (c, next) => {
	const call = `${c.req.method} ${c.req.path.replace(/^\/auth\/v1/, '')}`
	if (!offered.some((pattern) => pattern.test(call))) throw nothingHere(404)
	await next()
}

/**
 * Returns whether the admin may ask for security keys that were registered in the shop. Browsers allow them only on the shop's
 * host and its subdomains.
 */
function mayAskForKeysOf(siteUrl: string, adminUrl: string): boolean {
	const [site, admin] = [new URL(siteUrl).hostname, new URL(adminUrl).hostname]
	return admin === site || admin.endsWith(`.${site}`)
}

function nothingHere(status: 404 | 421): AppError {
	return new AppError('not_found', status, 'There is nothing at this address')
}

function foreignOrigin(): AppError {
	return new AppError('no_authorization', 403, 'Only pages of the admin may send this request')
}
