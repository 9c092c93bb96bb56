import { Hono } from 'hono'
import { withCaptcha } from '#server/apis/auth/captcha/captcha.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { startRegistration, verifyRegistration } from '#server/apis/auth/passkeys/register.ts'
import { startPasskeySignIn, verifyPasskeySignIn } from '#server/apis/auth/passkeys/sign-in.ts'
import {
	deletePasskey,
	deletePasskeyOfUser,
	listPasskeys,
	listPasskeysOfUser,
	renamePasskey,
} from '#server/apis/auth/passkeys/stored-passkeys.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** Passkeys: a way to sign in without a password or an email. */
export function passkeyRoutes(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/passkeys', listPasskeys(auth))
	routes.post('/passkeys/registration/options', startRegistration(auth))
	routes.post('/passkeys/registration/verify', verifyRegistration(auth))
	routes.post('/passkeys/authentication/options', withCaptcha(auth, 'sign-in', startPasskeySignIn(auth)))
	routes.post('/passkeys/authentication/verify', verifyPasskeySignIn(auth))
	routes.patch('/passkeys/:id', renamePasskey(auth))
	routes.delete('/passkeys/:id', deletePasskey(auth))
	routes.get('/admin/users/:id/passkeys', listPasskeysOfUser(auth))
	routes.delete('/admin/users/:id/passkeys/:passkey', deletePasskeyOfUser(auth))
	return routes
}
