import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { grantPassword } from '#server/apis/auth/grants/grant-password.ts'
import { grantPkce } from '#server/apis/auth/grants/grant-pkce.ts'
import { grantRefreshToken } from '#server/apis/auth/grants/grant-refresh-token.ts'
import { grantIdToken } from '#server/apis/auth/oauth/grant-id-token.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Handler } from '#server/platform/http/handle.ts'

/** `POST /token`: hands over to the grant named by `grant_type`. */
export function token(auth: AuthDependencies): Handler {
	const grants = new Map<string | undefined, Handler>([
		['password', grantPassword(auth)],
		['refresh_token', grantRefreshToken(auth)],
		['pkce', grantPkce(auth)],
		['id_token', grantIdToken(auth)],
		['web3', refuseWeb3],
	])
	return async (c) => await (grants.get(c.req.query('grant_type')) ?? refuseGrant)(c)
}

async function refuseWeb3(): Promise<never> {
	throw new AppError({ code: 'web3_provider_disabled', status: 422, message: 'Web3 provider is disabled' })
}

async function refuseGrant(): Promise<never> {
	throw new AppError({ code: 'invalid_credentials', status: 400, message: 'unsupported_grant_type' })
}
