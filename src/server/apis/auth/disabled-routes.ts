import { Hono } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'

/** Rejects the calls this shop does not offer, with the reference server's errors for a disabled feature. */
export function disabledRoutes(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()

	routes.post('/sso', () => {
		throw new AppError({ code: 'saml_provider_disabled', status: 404, message: 'SAML 2.0 is disabled' })
	})
	const refuse = handle({
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		act: () => {
			throw new AppError({ code: 'not_found', status: 404, message: 'This shop has no admin calls' })
		},
	})
	routes.all('/admin/*', refuse)
	routes.all('/invite', refuse)
	return routes
}

async function requireAdmin({ authenticate }: AuthDependencies, request: Request): Promise<void> {
	if (!request.headers.has('authorization')) {
		throw new AppError({
			code: 'no_authorization',
			status: 401,
			message: 'This endpoint requires a valid Bearer token',
		})
	}
	const caller = await authenticate(request)
	if (caller.role !== 'service')
		throw new AppError({ code: 'not_admin', status: 403, message: 'User not allowed' })
}
