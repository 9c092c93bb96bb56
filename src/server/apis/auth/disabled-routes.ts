import { Hono } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** Rejects the calls this shop does not offer, with the reference server's errors for a disabled feature. */
export function disabledRoutes(): Hono<Env> {
	const routes = new Hono<Env>()
	routes.post('/sso', () => {
		throw new AppError({ code: 'saml_provider_disabled', status: 404, message: 'SAML 2.0 is disabled' })
	})
	return routes
}
