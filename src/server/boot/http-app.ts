import { Hono } from 'hono'
import type { Logger } from 'pino'
import { sandboxCheckoutRoutes } from '#server/adapters/sandbox/checkout-routes.ts'
import { authErrors } from '#server/apis/auth/answers.ts'
import { formatError as formatAuthError } from '#server/apis/auth/render-error.ts'
import { type AuthOptions, createAuthRoutes } from '#server/apis/auth/routes.ts'
import { createFunctionRoutes } from '#server/apis/functions/routes.ts'
import type { PageViewSink } from '#server/apis/page-views/routes.ts'
import {
	formatError as formatPageViewError,
	pageViewErrors,
	pageViewRoutes,
} from '#server/apis/page-views/routes.ts'
import type { Realtime } from '#server/apis/realtime/create-realtime.ts'
import { formatError as formatRealtimeError, realtimeErrors } from '#server/apis/realtime/routes.ts'
import { restErrors } from '#server/apis/rest/answer-schemas.ts'
import { formatError as formatRestError } from '#server/apis/rest/render-error.ts'
import { createRestRoutes } from '#server/apis/rest/routes.ts'
import { storageErrors } from '#server/apis/storage/answer-schemas.ts'
import { formatError as formatStorageError } from '#server/apis/storage/render-error.ts'
import { createStorageRoutes } from '#server/apis/storage/routes.ts'
import type { Config } from '#server/config/config.ts'
import type { Keys } from '#server/config/local-keys.ts'
import { iconRoutes } from '#server/features/icons/icon-routes.ts'
import type { ShopIcons } from '#server/features/icons/shop-icons.ts'
import { linkPreviewRoutes } from '#server/features/link-previews/link-preview-routes.ts'
import type { LinkPreviews } from '#server/features/link-previews/link-previews.ts'
import { pictureRoutes } from '#server/features/media/picture-routes.ts'
import { previewRoutes } from '#server/features/pages/preview-routes.ts'
import type { ServedPreviews } from '#server/features/pages/previews.ts'
import { productPictureRoutes } from '#server/features/products/product-pictures.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { asPageInTab } from '#server/platform/http/error-page.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { healthRoutes } from '#server/platform/http/health.ts'
import { type Api, openApiRoutes } from '#server/platform/http/openapi.ts'
import { type Pages, pageHandler } from '#server/platform/http/pages.ts'
import { policyReportRoutes } from '#server/platform/http/policy-reports.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import { rehearsalGate } from '#server/platform/http/rehearsal-gate.ts'
import { commonErrors, formatError } from '#server/platform/http/render-error.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'
import { securityTextRoutes } from '#server/platform/http/security-text.ts'
import type { ObserveRequest } from '#server/platform/metrics/metrics.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

/** The APIs that the OpenAPI document describes, in the order of the app's routes. */
export const apis: readonly Api[] = [
	{ name: 'Auth', prefix: '/auth/v1/', errors: authErrors, formatError: formatAuthError },
	{ name: 'REST', prefix: '/rest/v1/', errors: restErrors, formatError: formatRestError },
	{ name: 'Storage', prefix: '/storage/v1/', errors: storageErrors, formatError: formatStorageError },
	{ name: 'Functions', prefix: '/functions/v1/', errors: commonErrors, formatError },
	{ name: 'Realtime', prefix: '/realtime/v1/', errors: realtimeErrors, formatError: formatRealtimeError },
	{ name: 'Page views', prefix: '/page-views', errors: pageViewErrors, formatError: formatPageViewError },
	{ name: 'Health', prefix: '/healthz' },
	{ name: 'Health', prefix: '/readyz' },
]

export interface AppDependencies {
	config: Pick<Config, 'siteUrl' | 'trustedProxies' | 'rateLimitScale' | 'trader' | 'money'> &
		Partial<Pick<Config, 'hstsSubdomains' | 'rehearsal' | 'workers'>>
	keys: Pick<Keys, 'publishableKey' | 'secretKey' | 'storageSigningKey' | 'authEncryptionKey'>
	database: Database
	/** Rejects with the reason if the database is unavailable. */
	requireDatabase: () => Promise<void>
	/** Rejects with the reason if files cannot be written. */
	requireDisk: () => Promise<void>
	/** Aborted once the server is about to stop. */
	stopping: AbortSignal
	rateLimits: RateLimits
	files: FileStore
	icons: ShopIcons
	linkPreviews: LinkPreviews
	payments: PaymentProvider
	shop: ShopContext
	pages: Pages
	pageViews: PageViewSink
	authenticate: Authenticate
	realtime: Realtime
	auth: AuthOptions
	clock: Clock
	faultPoint: FaultPoint
	/** Called for each request, to count it. */
	observeRequest?: ObserveRequest | undefined
	/** Undefined if this server renders no pages. */
	previews: ServedPreviews | undefined
	/** The origin of the admin; undefined if there is none. */
	adminUrl: string | undefined
	/** The port of the sandbox; undefined unless its checkout is shown under the shop's address. */
	sandboxPort: number | undefined
	log: Logger
}

/** Puts the whole system behind one `fetch`: health checks first, then the APIs, then pages. */
export function createHttpApp(deps: AppDependencies): Hono<Env> {
	const { config, keys, database, authenticate, rateLimits, files, payments, shop, pages, clock, log } = deps
	const app = new Hono<Env>()
	app.use(requestFrame({ ...config, log, observeRequest: deps.observeRequest }))
	const { siteUrl, rehearsal } = config
	if (rehearsal !== undefined)
		app.use(rehearsalGate({ siteUrl, password: rehearsal.password, key: keys.authEncryptionKey, rateLimits }))
	app.route('/', healthRoutes(deps))
	if (rehearsal !== undefined && deps.sandboxPort !== undefined)
		app.route('/', sandboxCheckoutRoutes({ siteUrl, sandboxPort: deps.sandboxPort }))
	app.route('/', policyReportRoutes({ rateLimits }))
	app.route('/', securityTextRoutes({ siteUrl: config.siteUrl, trader: config.trader, clock }))
	app.route('/', productPictureRoutes())
	app.route('/', pictureRoutes({ database, files }))
	app.route('/', iconRoutes(deps.icons))
	app.route('/', linkPreviewRoutes(deps.linkPreviews))
	if (deps.previews !== undefined)
		app.route('/', previewRoutes({ previews: deps.previews, adminUrl: deps.adminUrl }))
	app.route(
		'/',
		pageViewRoutes({
			sink: deps.pageViews,
			isPage: (path) => pages.built?.paths.has(path) === true,
			scale: config.rateLimitScale / (config.workers ?? 1),
		}),
	)
	app.route('/auth/v1', createAuthRoutes(deps.auth))
	app.route('/rest/v1', createRestRoutes({ database, authenticate, rateLimits }))
	app.route(
		'/storage/v1',
		createStorageRoutes({
			database,
			authenticate,
			rateLimits,
			files,
			signingKey: keys.storageSigningKey,
			clock,
		}),
	)
	app.route(
		'/functions/v1',
		createFunctionRoutes({
			database,
			authenticate,
			rateLimits,
			files,
			payments,
			shop,
			money: config.money,
			clock,
			faultPoint: deps.faultPoint,
		}),
	)
	app.route('/realtime/v1', deps.realtime.routes)
	app.route('/', openApiRoutes({ siteUrl, apis, routes: () => app.routes }))
	app.all('*', pageHandler({ pages }))
	// Each API formats its own errors, so an error here comes from a page.
	app.onError((error, c) => {
		c.get('log').error({ err: error }, 'page failed')
		const reference = c.get('requestId')
		const refused = {
			status: 500,
			body: `Something went wrong on our side. The reference is ${reference}.`,
			headers: { 'content-type': 'text/plain; charset=utf-8' },
		}
		const { body, ...answer } = asPageInTab(c.req, refused, undefined, reference)
		return new Response(body, answer)
	})
	return app
}
