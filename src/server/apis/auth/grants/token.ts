import type { Context } from 'hono'
import { z } from 'zod'
import { sessionAnswer } from '#server/apis/auth/answers.ts'
import { withCaptcha } from '#server/apis/auth/captcha/captcha.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { unsupportedGrantType } from '#server/apis/auth/grants/errors.ts'
import { grantPassword } from '#server/apis/auth/grants/grant-password.ts'
import { grantPkce } from '#server/apis/auth/grants/grant-pkce.ts'
import { grantRefreshToken } from '#server/apis/auth/grants/grant-refresh-token.ts'
import { grantIdToken } from '#server/apis/auth/oauth/grant-id-token.ts'
import {
	idTokenGrantSchema,
	passwordGrantSchema,
	pkceGrantSchema,
	refreshGrantSchema,
	web3GrantSchema,
} from '#server/apis/auth/schemas.ts'
import { web3Disabled } from '#server/apis/auth/web3/errors.ts'
import { describe } from '#server/platform/http/about.ts'
import type { Env, Handler } from '#server/platform/http/handle.ts'

/** `POST /token`: passes the request to the grant named by `grant_type`. */
export function token(auth: AuthDependencies): Handler {
	const grants = new Map<string | undefined, Handler>([
		['password', withCaptcha(auth, 'sign-in', grantPassword(auth))],
		['refresh_token', grantRefreshToken(auth)],
		['pkce', grantPkce(auth)],
		['id_token', grantIdToken(auth)],
		['web3', auth.createWeb3Grant ? withCaptcha(auth, 'sign-in', auth.createWeb3Grant(auth)) : refuseWeb3],
	])
	return describe(
		{
			does: 'Signs in with a password, a code, an ID token or a wallet, or refreshes a session.',
			for: 'callers',
			query: ['grant_type'],
			body: z.union([
				passwordGrantSchema,
				refreshGrantSchema,
				pkceGrantSchema,
				idTokenGrantSchema,
				web3GrantSchema,
			]),
			answers: { 200: sessionAnswer },
		},
		async (c: Context<Env>) => await (grants.get(c.req.query('grant_type')) ?? refuseGrant)(c),
	)
}

async function refuseWeb3(): Promise<never> {
	throw web3Disabled()
}

async function refuseGrant(): Promise<never> {
	throw unsupportedGrantType()
}
