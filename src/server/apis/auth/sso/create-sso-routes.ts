import { Hono } from 'hono'
import { withCaptcha } from '#server/apis/auth/captcha/captcha.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import {
	changeProvider,
	createProvider,
	deleteProvider,
	listProviders,
	showProvider,
} from '#server/apis/auth/sso/admin-providers.ts'
import { consumeAssertion, openSession } from '#server/apis/auth/sso/consume-assertion.ts'
import type { SsoDependencies } from '#server/apis/auth/sso/service-provider.ts'
import { createServiceProvider } from '#server/apis/auth/sso/service-provider.ts'
import { showMetadata } from '#server/apis/auth/sso/show-metadata.ts'
import { startSignIn } from '#server/apis/auth/sso/start-sign-in.ts'
import type { Env } from '#server/platform/http/handle.ts'

interface SsoOptions {
	/** The RSA key that signs requests, as PEM. */
	privateKey: string
	isLocal: boolean
}

/** Creates the routes of single sign-on with SAML, for members of universities. */
export function createSsoRoutes(auth: AuthDependencies, { privateKey, isLocal }: SsoOptions): Hono<Env> {
	const serviceProvider = createServiceProvider({ siteUrl: auth.siteUrl, privateKey })
	const sso: SsoDependencies = { ...auth, serviceProvider, isLocal }
	const routes = new Hono<Env>()
	routes.post('/sso', withCaptcha(auth, 'sign-in', startSignIn(sso)))
	routes.get('/sso/saml/metadata', showMetadata(sso))
	routes.post('/sso/saml/acs', consumeAssertion(sso))
	routes.get('/sso/saml/session', openSession(sso))
	routes.get('/admin/sso/providers', listProviders(sso))
	routes.post('/admin/sso/providers', createProvider(sso))
	routes.get('/admin/sso/providers/:id', showProvider(sso))
	routes.put('/admin/sso/providers/:id', changeProvider(sso))
	routes.delete('/admin/sso/providers/:id', deleteProvider(sso))
	return routes
}
