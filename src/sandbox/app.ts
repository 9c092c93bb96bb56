import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { createCampusRoutes } from '#sandbox/campus/routes.ts'
import { createCaptchaRoutes } from '#sandbox/captcha/routes.ts'
import { createCheckoutRoutes } from '#sandbox/checkout/routes.ts'
import { createScriptedPayments } from '#sandbox/checkout/scripted-payments.ts'
import { createPromotionsRoutes } from '#sandbox/dashboard/promotions-routes.ts'
import { createDashboardRoutes } from '#sandbox/dashboard/routes.ts'
import { createSwitchesRoutes } from '#sandbox/dashboard/switches-routes.ts'
import { createGoogleRoutes } from '#sandbox/google/routes.ts'
import { guard } from '#sandbox/http/requests.ts'
import { createMailboxRoutes } from '#sandbox/mailbox/routes.ts'
import { createMessageRoutes } from '#sandbox/messages/routes.ts'
import { homePage } from '#sandbox/pages/home.ts'
import { page } from '#sandbox/pages/layout.ts'
import { icon, stylesheet } from '#sandbox/pages/style.ts'
import { isSame } from '#sandbox/stripe/api/authenticate.ts'
import { createApiRoutes } from '#sandbox/stripe/api/routes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

interface AppOptions {
	world: StripeWorld
	host: string
	shopUrl: string
	/** The origin under which buyers reach the shop. */
	buyersShopUrl: string
	secretKey: string
	about: { dir: string; smtpPort: number }
	/** Returns the issuer of the Google stand-in. A function, because the port is only known once the sandbox is listening. */
	googleIssuer: () => string
	/** Returns the entity id of the campus stand-in. A function, because the port is only known once the sandbox is listening. */
	campusId: () => string
	/** Called on `POST /stop`. */
	stop: () => void
	log: (line: string) => void
}

export function createApp(options: AppOptions): Hono {
	const { world, host, shopUrl, secretKey, about, log } = options
	const app = new Hono()

	// The OpenID library reads its own request bodies, with its own limit, so nothing may read them first.
	const limitBody = bodyLimit({ maxSize: 1024 * 1024 })
	app.use(
		guard(host),
		(c, next) => (c.req.path.startsWith('/google/') ? next() : limitBody(c, next)),
		async (c, next) => {
			await next()
			c.header('x-content-type-options', 'nosniff')
			c.header('referrer-policy', 'same-origin')
			c.header('cache-control', 'no-store')
			if (!c.res.headers.has('content-security-policy')) {
				c.header(
					'content-security-policy',
					"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
				)
			}
		},
	)

	app.get('/sandbox.json', (c) => c.json({ product: 'headstart-sandbox', pid: process.pid, ...about }))
	app.post('/stop', (c) => {
		if (!isSame(c.req.header('authorization') ?? '', `Bearer ${secretKey}`))
			throw new HTTPException(401, { message: 'Needs the secret key.' })
		options.stop()
		return c.json({ stopping: true })
	})
	app.get('/', (c) => c.html(homePage({ shopUrl, smtpPort: about.smtpPort })))
	// Served below /checkout too, because during a rehearsal buyers can reach only those paths of the sandbox.
	for (const folder of ['', '/checkout']) {
		app.get(`${folder}/style.css`, (c) =>
			c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }),
		)
		app.get(`${folder}/icon.svg`, (c) => c.body(icon, 200, { 'content-type': 'image/svg+xml' }))
	}
	app.get('/favicon.ico', (c) => c.redirect('/icon.svg'))
	app.route(
		'/',
		createGoogleRoutes({ store: world.store, clock: world.clock, shopUrl, issuer: options.googleIssuer }),
	)
	app.route(
		'/',
		createCampusRoutes({ store: world.store, clock: world.clock, shopUrl, entityId: options.campusId }),
	)
	app.route('/', createCaptchaRoutes())
	app.route('/', createMailboxRoutes({ store: world.store, shopUrl }))
	app.route('/', createMessageRoutes(world))
	app.route('/', createApiRoutes({ world, secretKey, log }))
	app.route('/', createCheckoutRoutes(world, options.buyersShopUrl))
	app.route('/', createScriptedPayments(world, shopUrl))
	app.route('/', createPromotionsRoutes(world))
	app.route('/', createSwitchesRoutes(world.store))
	app.route('/', createDashboardRoutes(world))

	app.notFound((c) =>
		c.html(
			page({
				title: 'Page not found · Sandbox',
				body: html`<main><h1>Page not found</h1><p><a href="/">Back to the sandbox's home page</a></p></main>`,
			}),
			404,
		),
	)
	app.onError((error, c) => {
		const status = error instanceof HTTPException ? error.status : 500
		if (status === 500) log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
		const message = status === 500 ? 'The sandbox failed. See its log.' : error.message
		if (!(c.req.header('accept') ?? '').includes('text/html')) return c.json({ error: message }, status)
		const body = html`<main><h1>This didn’t work</h1><p>${message}</p><p><a href="${options.buyersShopUrl}">Back to the shop</a></p></main>`
		return c.html(page({ title: 'This didn’t work · Sandbox', body }), status)
	})
	return app
}
