import type { Context } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { grantPassword } from '#server/apis/auth/grants/grant-password.ts'
import { grantPkce } from '#server/apis/auth/grants/grant-pkce.ts'
import { grantRefreshToken } from '#server/apis/auth/grants/grant-refresh-token.ts'
import { grantIdToken } from '#server/apis/auth/oauth/grant-id-token.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/** `POST /token`: dispatches to the grant named by `grant_type`. */
export function token(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	switch (c.req.query('grant_type')) {
		case 'password':
			return grantPassword(c, auth)
		case 'refresh_token':
			return grantRefreshToken(c, auth)
		case 'pkce':
			return grantPkce(c, auth)
		case 'id_token':
			return grantIdToken(c, auth)
		case 'web3':
			throw new AppError({
				code: 'web3_provider_disabled',
				status: 422,
				message: 'Web3 provider is disabled',
			})
		default:
			throw new AppError({ code: 'invalid_credentials', status: 400, message: 'unsupported_grant_type' })
	}
}
