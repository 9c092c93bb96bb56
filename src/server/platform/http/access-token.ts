import { createPublicKey, createSecretKey } from 'node:crypto'
import {
	createLocalJWKSet,
	decodeJwt,
	decodeProtectedHeader,
	exportJWK,
	importJWK,
	type JSONWebKeySet,
	type JWK,
	type JWTVerifyOptions,
	jwtVerify,
	SignJWT,
} from 'jose'
import { z } from 'zod'
import { errorCode } from '#server/platform/app-error.ts'
import { remember } from '#server/platform/cached.ts'
import type { AccessClaims } from '#server/platform/db/transaction.ts'
import { accessTokenExpired, invalidAccessToken } from '#server/platform/errors.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

/** The claims of an access token, as the reference Auth server issues them. */
export interface AccessTokenPayload extends Omit<AccessClaims, 'exp'> {
	phone: string
	amr: { method: string; timestamp: number }[]
	app_metadata: Record<string, unknown>
	user_metadata: Record<string, unknown>
	is_anonymous: boolean
}

export interface AccessTokens {
	/** Signs a token. `expiresAt` is in unix seconds. */
	sign(payload: AccessTokenPayload, lifetimeSeconds: number): Promise<{ token: string; expiresAt: number }>
	/** Checks signature, issuer, audience and expiry; throws `bad_jwt` or `jwt_expired`. Does not check the session. */
	verify(token: string): Promise<AccessClaims>
	/**
	 * Returns the role of an API key that is a signed token, like the keys of the hosted service. It may be signed with one of
	 * our keys, or with the shared secret if one is set. Returns undefined for anything else.
	 */
	roleOfSignedKey(key: string): Promise<'anon' | 'service_role' | undefined>
	/**
	 * Says whether a token has the role `anon` and is signed as an API key would be. Unlike an API key, such a token may name a
	 * user of another system. That user is a visitor here.
	 */
	isVisitors(token: string): Promise<boolean>
	/** The public keys, for `/.well-known/jwks.json`. */
	readonly jwks: JSONWebKeySet
	/** Who issues the tokens: the address of the Auth API. */
	readonly issuer: string
}

interface AccessTokenOptions {
	/** Private JWKs; the first signs, all verify, so that a key can be retired after its tokens have expired. */
	signingKeys: readonly JWK[]
	/** `<site>/auth/v1`. */
	issuer: string
	clock: Clock
	/** If undefined, tokens signed with a shared secret (HS256) are refused. */
	legacySecret?: string
}

const audience = 'authenticated'
// Our own tokens never live longer than a day.
const longestLifetimeSeconds = 86_400
/** How many verified tokens are cached. */
export const rememberedTokens = 10_000
const rememberedKeys = 100

const claimsSchema = z.object({
	sub: z.uuid(),
	session_id: z.uuid(),
	role: z.literal('authenticated'),
	aal: z.enum(['aal1', 'aal2']),
	email: z.string(),
	iat: z.number(),
	exp: z.number(),
})

const signedKeySchema = z.object({
	role: z.enum(['anon', 'service_role']),
	sub: z.never().optional(),
	exp: z.number(),
})

/**
 * Signs and verifies access tokens (ES256 or RS256, depending on the key). Caches verified tokens, because checking one takes
 * 0.3 ms of CPU time.
 */
export async function createAccessTokens({
	signingKeys,
	issuer,
	clock,
	legacySecret,
}: AccessTokenOptions): Promise<AccessTokens> {
	const [first] = signingKeys
	if (first === undefined) throw new Error('no signing key')
	const algorithm = algorithmOf(first)
	const signingKey = await importJWK(first, algorithm)
	const jwks: JSONWebKeySet = { keys: await Promise.all(signingKeys.map(publicPart)) }
	const keySet = createLocalJWKSet(jwks)
	const algorithms = [...new Set(signingKeys.map(algorithmOf))]
	const legacyKey = legacySecret === undefined ? undefined : createSecretKey(legacySecret, 'utf8')
	const verified = new Map<string, AccessClaims>()
	const verifiedKeys = new Map<string, z.infer<typeof signedKeySchema>>()

	return {
		jwks,
		issuer,
		roleOfSignedKey: async (key) => {
			// `key` may also be an access token, which `verify` checks. Here the signature is checked only if the token claims to be
			// an API key.
			if (verified.has(key)) return undefined
			if (!/^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(key) || !claimsToBeKey(key)) return undefined
			const known = verifiedKeys.get(key) ?? (await checkKey(key))
			if (known === undefined || known.exp <= unixSeconds(clock)) return undefined
			remember(verifiedKeys, key, known, rememberedKeys)
			return known.role
		},
		isVisitors: async (token) => {
			const options = { currentDate: clock.now(), requiredClaims: ['exp'] }
			const checked = await verifySignature(token, options).catch(() => undefined)
			return checked?.payload.role === 'anon'
		},
		sign: async (payload, lifetimeSeconds) => {
			const issuedAt = unixSeconds(clock)
			const expiresAt = issuedAt + lifetimeSeconds
			const token = await new SignJWT({ ...payload })
				.setProtectedHeader({
					alg: algorithm,
					typ: 'JWT',
					...(first.kid === undefined ? {} : { kid: first.kid }),
				})
				.setIssuer(issuer)
				.setAudience(audience)
				.setIssuedAt(issuedAt)
				.setExpirationTime(expiresAt)
				.sign(signingKey)
			return { token, expiresAt }
		},
		verify: async (token) => {
			const known = verified.get(token)
			if (known !== undefined) {
				if (known.exp > unixSeconds(clock)) return known
				verified.delete(token)
				throw accessTokenExpired()
			}
			const claims = await check(token)
			remember(verified, token, claims, rememberedTokens)
			return claims
		},
	}

	async function checkKey(key: string): Promise<z.infer<typeof signedKeySchema> | undefined> {
		const options = { currentDate: clock.now(), requiredClaims: ['exp'] }
		const checked = await verifySignature(key, options).catch(() => undefined)
		return signedKeySchema.safeParse(checked?.payload).data
	}

	/** The token's header names the algorithm, but only listed algorithms are accepted, and each only with its own keys. */
	async function verifySignature(token: string, options: JWTVerifyOptions) {
		if (legacyKey !== undefined && decodeProtectedHeader(token).alg === 'HS256')
			return await jwtVerify(token, legacyKey, { ...options, algorithms: ['HS256'] })
		return await jwtVerify(token, keySet, { ...options, algorithms })
	}

	async function check(token: string): Promise<AccessClaims> {
		try {
			const { payload } = await verifySignature(token, {
				issuer,
				audience,
				requiredClaims: ['sub', 'session_id', 'iat', 'exp', 'aud'],
				currentDate: clock.now(),
			})
			const { iat, ...claims } = claimsSchema.parse(payload)
			if (claims.exp - iat > longestLifetimeSeconds) throw new Error('lifetime too long')
			if (iat > unixSeconds(clock) + 60) throw new Error('issued in the future')
			return claims
		} catch (error) {
			if (errorCode(error) === 'ERR_JWT_EXPIRED') throw accessTokenExpired()
			throw invalidAccessToken(error)
		}
	}
}

function claimsToBeKey(token: string): boolean {
	try {
		return signedKeySchema.safeParse(decodeJwt(token)).success
	} catch {
		return false
	}
}

/** Returns the algorithm a private key signs with. */
function algorithmOf(jwk: JWK): 'ES256' | 'RS256' {
	return jwk.kty === 'RSA' ? 'RS256' : 'ES256'
}

async function publicPart(jwk: JWK): Promise<JWK> {
	const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
	return {
		...(await exportJWK(key)),
		alg: algorithmOf(jwk),
		use: 'sig',
		key_ops: ['verify'],
		...(jwk.kid ? { kid: jwk.kid } : {}),
	}
}
