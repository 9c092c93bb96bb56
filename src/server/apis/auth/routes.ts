import { type Context, Hono } from 'hono'
import { cancelFactorRemoval } from '#server/apis/auth/account/cancel-factor-removal.ts'
import { deleteAccount } from '#server/apis/auth/account/delete-account.ts'
import { exportAccount } from '#server/apis/auth/account/export-account.ts'
import { listSessions } from '#server/apis/auth/account/list-sessions.ts'
import { reauthenticateSession } from '#server/apis/auth/account/reauthenticate-session.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { adminRoutes } from '#server/apis/auth/admin/routes.ts'
import { acceptInvitation, readInvitation } from '#server/apis/auth/admin-sign-in/accept-invitation.ts'
import { signInWithLink } from '#server/apis/auth/admin-sign-in/sign-in-with-link.ts'
import {
	authHealthAnswer,
	discoveryAnswer,
	keysAnswer,
	settingsAnswer,
	userAnswer,
} from '#server/apis/auth/answers.ts'
import { withCaptcha } from '#server/apis/auth/captcha/captcha.ts'
import type { AuthDependencies, AuthOptions } from '#server/apis/auth/dependencies.ts'
import { otp } from '#server/apis/auth/email-links/otp.ts'
import { reauthenticate } from '#server/apis/auth/email-links/reauthenticate.ts'
import { recover } from '#server/apis/auth/email-links/recover.ts'
import { resend } from '#server/apis/auth/email-links/resend.ts'
import { verify } from '#server/apis/auth/email-links/verify.ts'
import { verifyLink } from '#server/apis/auth/email-links/verify-link.ts'
import { featureDisabled, samlDisabled } from '#server/apis/auth/errors.ts'
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
import { passkeyRoutes } from '#server/apis/auth/passkeys/routes.ts'
import { discovery, publicSettings } from '#server/apis/auth/public-settings.ts'
import { renderError } from '#server/apis/auth/render-error.ts'
import { logOut } from '#server/apis/auth/sessions/log-out.ts'
import { requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { signUp } from '#server/apis/auth/sign-up/sign-up.ts'
import { unlinkIdentity } from '#server/apis/auth/user/unlink-identity.ts'
import { updateUser } from '#server/apis/auth/user/update-user.ts'
import { presentUser } from '#server/apis/auth/user/users.ts'
import { methodNotAllowed, nothingAtAddress } from '#server/platform/errors.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'

export type { AuthOptions } from '#server/apis/auth/dependencies.ts'

/** Creates the Auth API (`/auth/v1`): accounts, sessions and tokens, as `@supabase/supabase-js` expects them. */
export function createAuthRoutes(options: AuthOptions): Hono<Env> {
	const base = {
		...options,
		oauthProviders: createOAuthProviders(options.providers, options.clock),
		flows: createFlows(options),
		phone: undefined,
	}
	const auth = { ...base, phone: options.createPhone?.(base) }
	const routes = new Hono<Env>()
	routes.onError(renderError)
	routes.use(
		apiFrame({
			methods,
			exposes: ['x-supabase-api-version', 'x-sb-error-code', 'x-total-count', 'link'],
		}),
	)

	routes.post('/signup', withCaptcha(auth, 'sign-up', signUp(auth)))
	routes.post('/token', token(auth))
	routes.post('/verify', verify(auth))
	routes.get('/verify', verifyLink(auth))
	routes.post('/resend', withCaptcha(auth, 'resend', resend(auth)))
	routes.post('/recover', withCaptcha(auth, 'recover', recover(auth)))
	routes.post('/otp', withCaptcha(auth, 'otp', otp(auth)))
	routes.post('/magiclink', withCaptcha(auth, 'otp', otp(auth)))
	routes.get('/reauthenticate', reauthenticate(auth))
	routes.get('/user', getUser(auth))
	routes.put('/user', updateUser(auth))
	routes.get('/authorize', authorize(auth))
	routes.get('/callback', callback(auth))
	routes.post('/callback', callbackForm(auth))
	routes.get('/user/identities/authorize', authorizeLink(auth))
	routes.delete('/user/identities/:id', unlinkIdentity(auth))
	routes.post('/factors', enrolFactor(auth))
	routes.get('/factors/recovery-codes', countRecoveryCodes(auth))
	routes.post('/factors/recovery-codes', makeRecoveryCodes(auth))
	routes.post('/factors/recovery-codes/regenerate', regenerateRecoveryCodes(auth))
	routes.post('/factors/recovery-codes/verify', verifyRecoveryCode(auth))
	routes.delete('/factors/recovery-codes', removeRecoveryCodes(auth))
	routes.post('/factors/:id/challenge', challengeFactor(auth))
	routes.post('/factors/:id/verify', verifyFactor(auth))
	routes.delete('/factors/:id', unenrolFactor(auth))
	routes.post('/logout', logOut(auth))
	routes.get('/account/sessions', listSessions(auth))
	routes.post('/account/proof', reauthenticateSession(auth))
	routes.post('/account/keep-factors', cancelFactorRemoval(auth))
	routes.post('/account/export', exportAccount(auth))
	routes.post('/account/delete', deleteAccount(auth))
	routes.get(
		'/.well-known/jwks.json',
		handle({
			about: {
				does: 'Returns the public keys of access tokens.',
				for: 'anyone',
				answers: { 200: keysAnswer },
			},
			authenticate: anyone,
			act: (c) => c.json(auth.accessTokens.jwks, 200, { 'cache-control': 'public, max-age=600' }),
		}),
	)
	routes.get(
		'/.well-known/openid-configuration',
		handle({
			about: {
				does: 'Says how to check access tokens.',
				for: 'anyone',
				answers: { 200: discoveryAnswer },
			},
			authenticate: anyone,
			act: (c) => c.json(discovery(auth.accessTokens), 200, { 'cache-control': 'public, max-age=600' }),
		}),
	)
	const waysIn = {
		providers: auth.oauthProviders.names,
		byPhone: auth.phone !== undefined,
		saml: auth.createSso !== undefined,
	}
	routes.get(
		'/settings',
		handle({
			about: { does: 'Lists the ways to sign in.', for: 'anyone', answers: { 200: settingsAnswer } },
			authenticate: anyone,
			act: (c) => c.json(publicSettings(auth.settings, waysIn)),
		}),
	)
	routes.get(
		'/health',
		handle({
			about: {
				does: 'Reports that the Auth API is running.',
				for: 'anyone',
				answers: { 200: authHealthAnswer },
			},
			authenticate: anyone,
			act: (c) =>
				c.json({
					name: 'GoTrue',
					version: '2',
					description: 'Headstart accounts, through the API of GoTrue',
				}),
		}),
	)
	if (auth.captcha !== undefined) routes.route('/', auth.captcha.routes)
	routes.route('/', passkeyRoutes(auth))
	routes.route('/', auth.createSso?.(auth) ?? disabledSso(auth))
	routes.route('/', switchedOff(auth))
	routes.route('/', adminRoutes(auth))
	if (auth.settings.ofAdmin === true) {
		// The links that make somebody a member of staff, and the link that signs an owner in on a local run.
		routes.post('/staff/invitation', readInvitation(auth))
		routes.post('/staff/accept', acceptInvitation(auth))
		if (auth.settings.signInLinks === true) routes.post('/staff/sign-in', signInWithLink(auth))
	}
	routes.all('*', (c) => {
		const path = c.req.path.slice(c.req.path.indexOf('/auth/v1') + '/auth/v1'.length)
		if (methods.some((method) => hasRoute(routes, method, path))) throw methodNotAllowed()
		throw nothingAtAddress()
	})
	return routes
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Rejects what the reference server offers and this shop never does, with the same errors as the reference server. */
function switchedOff(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	for (const [path, message] of [
		['/oauth/*', 'OAuth server is disabled'],
		['/user/oauth/*', 'OAuth server is disabled'],
		['/admin/oauth/*', 'OAuth server is disabled'],
		['/admin/custom-providers', 'Custom OAuth providers are disabled'],
		['/admin/custom-providers/*', 'Custom OAuth providers are disabled'],
	] as const) {
		const refuse = () => {
			throw featureDisabled(message)
		}
		const authenticate = (c: Context<Env>) => requireAdmin(auth, c.req.raw)
		routes.all(path, path.startsWith('/admin/') ? handle({ authenticate, act: refuse }) : refuse)
	}
	return routes
}

/** Returns whether an operation has this method and path. */
function hasRoute(routes: Hono<Env>, method: string, path: string): boolean {
	return routes.router.match(method, path)[0].some(([[, route]]) => route.method === method)
}

/** Rejects every call to single sign-on, for a shop that does not offer it. Throws the same error as the reference server. */
function disabledSso(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	const refuse = () => {
		throw samlDisabled()
	}
	for (const path of ['/sso', '/sso/*']) routes.all(path, refuse)
	for (const path of ['/admin/sso/providers', '/admin/sso/providers/*'])
		routes.all(path, handle({ authenticate: (c) => requireAdmin(auth, c.req.raw), act: refuse }))
	return routes
}

/** `GET /user`: returns the caller's account, fresh from the database. */
function getUser(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Returns the user.', for: 'users', answers: { 200: userAnswer } },
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: (c, { user }) => c.json(presentUser(user)),
	})
}
