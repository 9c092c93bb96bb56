import { Hono } from 'hono'
import { cancelFactorRemoval } from '#server/apis/auth/account/cancel-factor-removal.ts'
import { deleteAccount } from '#server/apis/auth/account/delete-account.ts'
import { exportAccount } from '#server/apis/auth/account/export-account.ts'
import { listSessions } from '#server/apis/auth/account/list-sessions.ts'
import { reauthenticateSession } from '#server/apis/auth/account/reauthenticate-session.ts'
import type { AuthOptions } from '#server/apis/auth/dependencies.ts'
import { disabledRoutes } from '#server/apis/auth/disabled-routes.ts'
import { otp } from '#server/apis/auth/email-links/otp.ts'
import { reauthenticate } from '#server/apis/auth/email-links/reauthenticate.ts'
import { recover } from '#server/apis/auth/email-links/recover.ts'
import { resend } from '#server/apis/auth/email-links/resend.ts'
import { verify } from '#server/apis/auth/email-links/verify.ts'
import { verifyLink } from '#server/apis/auth/email-links/verify-link.ts'
import { challengeFactor } from '#server/apis/auth/factors/challenge-factor.ts'
import { enrolFactor } from '#server/apis/auth/factors/enrol-factor.ts'
import {
	countRecoveryCodes,
	makeRecoveryCodes,
	regenerateRecoveryCodes,
	removeRecoveryCodes,
} from '#server/apis/auth/factors/recovery-codes.ts'
import { unenrolFactor } from '#server/apis/auth/factors/unenrol-factor.ts'
import { verifyFactor } from '#server/apis/auth/factors/verify-factor.ts'
import { verifyRecoveryCode } from '#server/apis/auth/factors/verify-recovery-code.ts'
import { token } from '#server/apis/auth/grants/token.ts'
import { authorize, authorizeLink } from '#server/apis/auth/oauth/authorize.ts'
import { callback, callbackForm } from '#server/apis/auth/oauth/callback.ts'
import { createFlows } from '#server/apis/auth/oauth/flow.ts'
import { createOAuthProviders } from '#server/apis/auth/oauth/oauth-providers.ts'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import { publicSettings } from '#server/apis/auth/public-settings.ts'
import { renderError } from '#server/apis/auth/render-error.ts'
import { logOut } from '#server/apis/auth/sessions/log-out.ts'
import { signUp } from '#server/apis/auth/sign-up/sign-up.ts'
import { getUser } from '#server/apis/auth/user/get-user.ts'
import { unlinkIdentity } from '#server/apis/auth/user/unlink-identity.ts'
import { updateUser } from '#server/apis/auth/user/update-user.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

export type { AuthOptions } from '#server/apis/auth/dependencies.ts'

/** Creates the Auth API (`/auth/v1`): accounts, sessions and tokens, as `@supabase/supabase-js` expects them. */
export function createAuthRoutes(options: AuthOptions): Hono<Env> {
	const auth = {
		...options,
		passwords: createPasswordHasher(),
		outside: createOAuthProviders(options.providers, options.clock),
		flows: createFlows(options),
	}
	const routes = new Hono<Env>()
	routes.onError(renderError)
	routes.use(
		apiFrame({
			methods: ['GET', 'POST', 'PUT', 'DELETE'],
			accepts: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
			exposes: ['x-supabase-api-version', 'x-sb-error-code'],
		}),
	)

	routes.post('/signup', (c) => signUp(c, auth))
	routes.post('/token', (c) => token(c, auth))
	routes.post('/verify', (c) => verify(c, auth))
	routes.get('/verify', (c) => verifyLink(c, auth))
	routes.post('/resend', (c) => resend(c, auth))
	routes.post('/recover', (c) => recover(c, auth))
	routes.post('/otp', (c) => otp(c, auth))
	routes.post('/magiclink', (c) => otp(c, auth))
	routes.get('/reauthenticate', (c) => reauthenticate(c, auth))
	routes.get('/user', (c) => getUser(c, auth))
	routes.put('/user', (c) => updateUser(c, auth))
	routes.get('/authorize', (c) => authorize(c, auth))
	routes.get('/callback', (c) => callback(c, auth))
	routes.post('/callback', (c) => callbackForm(c, auth))
	routes.get('/user/identities/authorize', (c) => authorizeLink(c, auth))
	routes.delete('/user/identities/:id', (c) => unlinkIdentity(c, auth))
	routes.post('/factors', (c) => enrolFactor(c, auth))
	routes.get('/factors/recovery-codes', (c) => countRecoveryCodes(c, auth))
	routes.post('/factors/recovery-codes', (c) => makeRecoveryCodes(c, auth))
	routes.post('/factors/recovery-codes/regenerate', (c) => regenerateRecoveryCodes(c, auth))
	routes.post('/factors/recovery-codes/verify', (c) => verifyRecoveryCode(c, auth))
	routes.delete('/factors/recovery-codes', (c) => removeRecoveryCodes(c, auth))
	routes.post('/factors/:id/challenge', (c) => challengeFactor(c, auth))
	routes.post('/factors/:id/verify', (c) => verifyFactor(c, auth))
	routes.delete('/factors/:id', (c) => unenrolFactor(c, auth))
	routes.post('/logout', (c) => logOut(c, auth))
	routes.get('/account/sessions', (c) => listSessions(c, auth))
	routes.post('/account/proof', (c) => reauthenticateSession(c, auth))
	routes.post('/account/keep-factors', (c) => cancelFactorRemoval(c, auth))
	routes.post('/account/export', (c) => exportAccount(c, auth))
	routes.post('/account/delete', (c) => deleteAccount(c, auth))
	routes.get('/.well-known/jwks.json', (c) =>
		c.json(auth.accessTokens.jwks, 200, { 'cache-control': 'public, max-age=600' }),
	)
	routes.get('/settings', (c) => c.json(publicSettings(auth.settings, auth.outside.names)))
	routes.get('/health', (c) =>
		c.json({ name: 'GoTrue', version: '2', description: 'Headstart accounts on the GoTrue wire' }),
	)
	routes.route('/', disabledRoutes(auth))
	routes.all('*', () => {
		throw new AppError({ code: 'not_found', status: 404, message: 'There is nothing at this address' })
	})
	return routes
}
