import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { badCallback, IdTokenError, providerUnavailable } from '#server/apis/auth/oauth/errors.ts'
import { type ExternalIdentity, readExternalIdentity } from '#server/apis/auth/oauth/external-identity.ts'
import type { OAuthProvider } from '#server/config/oauth-settings.ts'
import type { Clock } from '#shared/clock.ts'

/** What an authorisation request contains. */
interface AuthorizationRequest {
	state: string
	nonce: string
	verifier: string
	redirectUri: string
	/** Requested in addition to the provider's usual scopes. */
	scopes: readonly string[]
	/** Further parameters for the provider, such as `prompt`. */
	extras: Readonly<Record<string, string>>
}

interface PresentedToken {
	token: string
	/** The access token that came with the ID token; empty if none did. */
	accessToken: string
	/** The value whose SHA-256 the ID token must contain; empty if none was agreed. */
	nonce: string
}

/** An OpenID provider. Each request to it takes at most five seconds. */
export interface OpenidProvider {
	name: string
	/** Returns the URL where the browser signs in. Throws `unavailable`. */
	addressFor(visit: AuthorizationRequest): Promise<URL>
	/**
	 * Exchanges the code and verifies the ID token: signature, issuer, audience, nonce and expiry. Throws `unavailable`
	 * if the provider does not respond, `bad_oauth_callback` for anything invalid.
	 */
	identityFromCallback(
		returned: URL,
		expected: { state: string; nonce: string; verifier: string },
	): Promise<ExternalIdentity>
	/** Verifies an ID token issued to an app. Throws `IdTokenError` or `unavailable`. */
	identityFromIdToken(shown: PresentedToken): Promise<ExternalIdentity>
	/** Reports whether the issuer is this provider. */
	isIssuer(issuer: string): boolean
}

const timeoutSeconds = 5
/** A provider's keys rarely change; a flood of tokens with unknown key ids must not become a flood of requests. */
const keyCooldownMs = 2_000
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA']
const clockToleranceSeconds = 30

/** Creates the client for a provider, which is not contacted before the first sign-in. */
export function createOpenidProvider(settings: OAuthProvider, clock: Clock): OpenidProvider {
	const { name, issuer, clientIds, clientSecret } = settings
	const [clientId] = clientIds
	const isUnencrypted = issuer.startsWith('http:')
	const issuers = issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer]
	let known: Promise<Known> | undefined

	function discover(): Promise<Known> {
		// Cached after the first success; a failure is retried on the next call.
		known ??= ask().catch((error: unknown) => {
			known = undefined
			throw error
		})
		return known
	}

	async function ask(): Promise<Known> {
		const configuration = await openid.discovery(
			new URL(issuer),
			clientId,
			{ client_secret: clientSecret, [openid.clockTolerance]: clockToleranceSeconds },
			undefined,
			{ timeout: timeoutSeconds, ...(isUnencrypted ? { execute: [openid.allowInsecureRequests] } : {}) },
		)
		const { jwks_uri } = configuration.serverMetadata()
		if (jwks_uri === undefined) throw new Error('the provider names no keys')
		const keys = createRemoteJWKSet(new URL(jwks_uri), {
			timeoutDuration: timeoutSeconds * 1000,
			cooldownDuration: keyCooldownMs,
		})
		return { configuration, keys }
	}

	async function verify(token: string, { keys }: Known): Promise<JWTPayload> {
		const { payload } = await jwtVerify(token, keys, {
			algorithms,
			issuer: issuers,
			audience: [...clientIds],
			requiredClaims: ['sub', 'exp', 'iat'],
			clockTolerance: clockToleranceSeconds,
			currentDate: clock.now(),
		})
		const { azp, aud } = payload
		const isOthers = azp === undefined ? Array.isArray(aud) && aud.length > 1 : !isOurs(azp)
		if (isOthers) throw new IdTokenError('invalid request', 'Unacceptable authorised party in id_token')
		return payload
	}

	function isOurs(client: unknown): boolean {
		return clientIds.some((id) => id === client)
	}

	return {
		name,
		isIssuer: (candidate) => issuers.includes(candidate),
		addressFor: async ({ state, nonce, verifier, redirectUri, scopes, extras }) => {
			const { configuration } = await discover().catch((error: unknown) => {
				throw providerUnavailable(error)
			})
			return openid.buildAuthorizationUrl(configuration, {
				...extras,
				redirect_uri: redirectUri,
				scope: [...new Set([...settings.scopes.split(' '), ...scopes])].join(' '),
				state,
				nonce,
				code_challenge: await openid.calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
			})
		},
		identityFromCallback: async (returned, { state, nonce, verifier }) => {
			try {
				const provider = await discover()
				const tokens = await openid.authorizationCodeGrant(provider.configuration, returned, {
					expectedState: state,
					expectedNonce: nonce,
					pkceCodeVerifier: verifier,
				})
				if (tokens.id_token === undefined) throw new Error('the provider sent no ID token')
				return readExternalIdentity(name, await verify(tokens.id_token, provider))
			} catch (error) {
				if (isProviderUnavailable(error)) throw providerUnavailable(error)
				throw badCallback('Unable to exchange external code', error)
			}
		},
		identityFromIdToken: async ({ token, accessToken, nonce }) => {
			const claims = await checkIdToken(token)
			checkNonce(claims.nonce, nonce)
			checkAccessToken(claims.at_hash, accessToken)
			return readExternalIdentity(name, claims)
		},
	}

	async function checkIdToken(token: string): Promise<JWTPayload> {
		try {
			return await verify(token, await discover())
		} catch (error) {
			if (isProviderUnavailable(error)) throw providerUnavailable(error)
			if (error instanceof IdTokenError) throw error
			const isForOthers = error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'aud'
			throw new IdTokenError(
				'invalid request',
				isForOthers ? 'Unacceptable audience in id_token' : 'Bad ID token',
				error,
			)
		}
	}
}

interface Known {
	configuration: openid.Configuration
	keys: ReturnType<typeof createRemoteJWKSet>
}

function checkNonce(inToken: unknown, given: string): void {
	const carried = typeof inToken === 'string' ? inToken : ''
	if ((carried === '') !== (given === '')) {
		throw new IdTokenError(
			'invalid request',
			'Passed nonce and nonce in id_token should either both exist or not.',
		)
	}
	if (given !== '' && createHash('sha256').update(given).digest('hex') !== carried)
		throw new IdTokenError('invalid nonce', 'Nonces mismatch')
}

/** Checks `at_hash`: half of a digest of the access token. */
function checkAccessToken(hash: unknown, accessToken: string): void {
	if (accessToken === '' || typeof hash !== 'string') return
	const digests = ['sha256', 'sha384', 'sha512'].map((kind) => createHash(kind).update(accessToken).digest())
	const halves = digests.map((digest) => digest.subarray(0, digest.length / 2).toString('base64url'))
	if (!halves.includes(hash)) throw new IdTokenError('invalid request', 'Bad ID token')
}

/** Reports whether the provider did not respond or returned a server error. */
function isProviderUnavailable(error: unknown): boolean {
	if (error instanceof joseErrors.JWKSTimeout) return true
	// The library's generic error: the key URL did not return keys.
	if (error instanceof joseErrors.JOSEError && error.code === 'ERR_JOSE_GENERIC') return true
	// Node's `fetch` throws a TypeError with a cause if it cannot connect.
	if (error instanceof TypeError) return error.cause !== undefined
	if (error instanceof openid.ResponseBodyError) return error.status >= 500
	if (!(error instanceof openid.ClientError)) return false
	if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return true
	// The cause is a rejected response. `instanceof Response` fails here, because the HTTP server replaces the global class.
	const { cause } = error
	return typeof cause === 'object' && cause !== null && 'status' in cause && Number(cause.status) >= 500
}
