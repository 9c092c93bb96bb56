import { decodeJwt } from 'jose'
import { ChannelError } from '#server/apis/realtime/channel-error.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import type { AccessTokens } from '#server/platform/http/access-token.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

interface TokenCheck {
	authenticate: Authenticate
	accessTokens: Pick<AccessTokens, 'isVisitors'>
	siteUrl: string
	clock: Clock
}

/**
 * Returns the caller that a channel acts for: the user of the token that the client sent, otherwise the role of the socket's
 * key. The official client sends its key instead of a token while nobody is signed in. Throws a `ChannelError`.
 */
export async function checkToken(
	{ authenticate, accessTokens, siteUrl, clock }: TokenCheck,
	apiKey: string,
	token: string | undefined,
): Promise<Caller> {
	const headers: Record<string, string> = { apikey: apiKey }
	if (token !== undefined) headers.authorization = `Bearer ${token}`
	try {
		return await authenticate(new Request(siteUrl, { headers }))
	} catch (error) {
		if (!(error instanceof AppError) && !(error instanceof TypeError)) throw error
		if (token !== undefined && (await accessTokens.isVisitors(token))) return { role: 'anon' }
		const claims = claimsOf(token)
		if (claims === undefined) throw new ChannelError('MalformedJWT', 'The token provided is not a valid JWT')
		if (error instanceof AppError && error.code === 'jwt_expired') throw tokenExpired(claims.exp, clock)
		throw new ChannelError('JwtSignatureError', 'Failed to validate JWT signature')
	}
}

export function tokenExpired(expiry: number | undefined, clock: Clock): ChannelError {
	const seconds = Math.max(0, unixSeconds(clock) - (expiry ?? 0))
	return new ChannelError('InvalidJWTToken', `Token has expired ${seconds} seconds ago`)
}

function claimsOf(token: string | undefined): { exp?: number } | undefined {
	try {
		return token === undefined ? undefined : decodeJwt(token)
	} catch {
		return undefined
	}
}
