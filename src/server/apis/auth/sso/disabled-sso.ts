import { Hono } from 'hono'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'

/** Rejects the calls of single sign-on with the reference server's error, for a shop that does not offer it. */
export function disabledSso(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	const refuse = () => {
		throw new AppError({ code: 'saml_provider_disabled', status: 404, message: 'SAML 2.0 is disabled' })
	}
	for (const path of ['/sso', '/sso/*']) routes.all(path, refuse)
	for (const path of ['/admin/sso/providers', '/admin/sso/providers/*'])
		routes.all(path, handle({ authenticate: (c) => requireAdmin(auth, c.req.raw), act: refuse }))
	return routes
}
