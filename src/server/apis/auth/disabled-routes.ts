import { Hono } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/** Rejects the calls this shop does not offer, with the reference server's errors for a disabled feature. */
export function disabledRoutes(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()

	routes.post('/sso', () => {
		throw new AppError({ code: 'saml_provider_disabled', status: 404, message: 'SAML 2.0 is disabled' })
	})

	for (const path of ['/admin/*', '/invite']) {
		routes.all(path, async (c) => {
			if (c.req.header('authorization') === undefined) {
				throw new AppError({
					code: 'no_authorization',
					status: 401,
					message: 'This endpoint requires a valid Bearer token',
				})
			}
			const caller = await auth.authenticate(c.req.raw)
			if (caller.role !== 'service')
				throw new AppError({ code: 'not_admin', status: 403, message: 'User not allowed' })
			throw new AppError({ code: 'not_found', status: 404, message: 'This shop has no admin calls' })
		})
	}
	return routes
}
