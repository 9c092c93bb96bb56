import { Hono } from 'hono'
import { z } from 'zod'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { invalid } from '#server/auth/errors.ts'
import { requireLiveSession } from '#server/auth/live-session.ts'
import { outsideProviders } from '#server/auth/public-settings.ts'
import { readBody } from '#server/auth/schemas.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

const text = z.string().nullish()
const factorKinds: ReadonlyMap<
	string,
	{
		code: 'mfa_totp_enroll_not_enabled' | 'mfa_phone_enroll_not_enabled' | 'mfa_webauthn_enroll_not_enabled'
		name: string
	}
> = new Map([
	['totp', { code: 'mfa_totp_enroll_not_enabled', name: 'TOTP' }],
	['phone', { code: 'mfa_phone_enroll_not_enabled', name: 'Phone' }],
	['webauthn', { code: 'mfa_webauthn_enroll_not_enabled', name: 'WebAuthn' }],
])

/** The wire's calls that this shop has switched off: each is refused in the words a switched-off reference server uses. */
export function notOfferedRoutes(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()

	for (const path of ['/otp', '/magiclink']) {
		routes.post(path, async (c) => {
			const { phone } = await readBody(c.req.raw, z.object({ phone: text }))
			if (phone)
				throw new AppError({
					code: 'phone_provider_disabled',
					status: 400,
					message: 'Unsupported phone provider',
				})
			throw new AppError({
				code: 'email_provider_disabled',
				status: 422,
				message: 'Login with magic link is disabled',
			})
		})
	}
	routes.post('/recover', () => {
		throw new AppError({
			code: 'email_provider_disabled',
			status: 422,
			message: 'Password recovery is disabled',
		})
	})
	routes.post('/sso', () => {
		throw new AppError({ code: 'saml_provider_disabled', status: 404, message: 'SAML 2.0 is disabled' })
	})
	routes.get('/authorize', (c) => {
		const provider = c.req.query('provider') ?? ''
		if (outsideProviders.some((name) => name === provider))
			throw invalid('Unsupported provider: provider is not enabled')
		throw invalid(`Unsupported provider: Provider ${provider.slice(0, 40)} could not be found`)
	})

	routes.get('/reauthenticate', async (c) => {
		await requireLiveSession(auth, c.req.raw)
		throw new AppError({
			code: 'email_provider_disabled',
			status: 422,
			message: 'Reauthentication is disabled',
		})
	})
	routes.on(['GET', 'DELETE'], '/user/identities/:id', async (c) => {
		await requireLiveSession(auth, c.req.raw)
		throw new AppError({
			code: 'manual_linking_disabled',
			status: 404,
			message: 'Manual linking is disabled',
		})
	})
	routes.post('/factors', async (c) => {
		await requireLiveSession(auth, c.req.raw)
		const { factor_type } = await readBody(c.req.raw, z.object({ factor_type: text }))
		const kind = factorKinds.get(factor_type ?? '')
		if (kind === undefined) throw invalid('factor_type needs to be totp, phone, or webauthn')
		throw new AppError({ code: kind.code, status: 422, message: `MFA enroll is disabled for ${kind.name}` })
	})
	routes.all('/factors/:id/*', async (c) => {
		await requireLiveSession(auth, c.req.raw)
		throw new AppError({ code: 'mfa_factor_not_found', status: 404, message: 'Factor not found' })
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
