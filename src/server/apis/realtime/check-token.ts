import { decodeJwt } from 'jose'
import {
	type ChannelError,
	invalidTokenSignature,
	malformedToken,
	tokenExpired,
} from '#server/apis/realtime/errors.ts'
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
		if (claims === undefined) throw malformedToken()
		if (error instanceof AppError && error.code === 'jwt_expired') throw expiredSince(claims.exp, clock)
		throw invalidTokenSignature()
	}
}

/** Returns the error for a token that expired at `expiry`, in unix seconds. */
export function expiredSince(expiry: number | undefined, clock: Clock): ChannelError {
	return tokenExpired(Math.max(0, unixSeconds(clock) - (expiry ?? 0)))
}

function claimsOf(token: string | undefined): { exp?: number } | undefined {
	try {
		return token === undefined ? undefined : decodeJwt(token)
	} catch {
		return undefined
	}
}
