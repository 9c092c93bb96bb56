import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { AuthOptions } from '#server/auth/dependencies.ts'
import { renderAuthError } from '#server/auth/errors.ts'
import { getUser } from '#server/auth/get-user.ts'
import { logOut } from '#server/auth/log-out.ts'
import { notOfferedRoutes } from '#server/auth/not-offered.ts'
import { createPasswordHasher } from '#server/auth/password-hasher.ts'
import { publicSettings } from '#server/auth/public-settings.ts'
import { resend } from '#server/auth/resend.ts'
import { signUp } from '#server/auth/sign-up.ts'
import { token } from '#server/auth/token.ts'
import { updateUser } from '#server/auth/update-user.ts'
import { verify } from '#server/auth/verify.ts'
import { verifyLink } from '#server/auth/verify-link.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

export type { AuthOptions } from '#server/auth/dependencies.ts'

/** The auth wire (`/auth/v1`): accounts, sessions and their tokens, as `@supabase/supabase-js` speaks to them. */
export function createAuthRoutes(options: AuthOptions): Hono<Env> {
	const auth = { ...options, passwords: createPasswordHasher() }
	const routes = new Hono<Env>()
	routes.onError((error, c) => renderAuthError(c, error))
	// Tokens travel in headers, never in cookies, so the genuine client may call from any origin.
	routes.use(
		cors({
			origin: '*',
			allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
			allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
			exposeHeaders: ['x-supabase-api-version', 'x-sb-error-code', 'x-request-id', 'retry-after'],
			maxAge: 86_400,
		}),
	)
	routes.use(async (c, next) => {
		await next()
		if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
	})

	routes.post('/signup', (c) => signUp(c, auth))
	routes.post('/token', (c) => token(c, auth))
	routes.post('/verify', (c) => verify(c, auth))
	routes.get('/verify', (c) => verifyLink(c, auth))
	routes.post('/resend', (c) => resend(c, auth))
	routes.get('/user', (c) => getUser(c, auth))
	routes.put('/user', (c) => updateUser(c, auth))
	routes.post('/logout', (c) => logOut(c, auth))
	routes.get('/.well-known/jwks.json', (c) =>
		c.json(auth.accessTokens.jwks, 200, { 'cache-control': 'public, max-age=600' }),
	)
	routes.get('/settings', (c) => c.json(publicSettings(auth.settings)))
	routes.get('/health', (c) =>
		c.json({ name: 'GoTrue', version: '2', description: 'Headstart accounts on the GoTrue wire' }),
	)
	routes.route('/', notOfferedRoutes(auth))
	routes.all('*', () => {
		throw new AppError({ code: 'not_found', status: 404, message: 'There is nothing at this address' })
	})
	return routes
}
