import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { invalidSignature, invalidToken } from '#server/apis/storage/storage-error.ts'
import type { Clock } from '#shared/clock.ts'
import { unixSeconds } from '#shared/clock.ts'

/**
 * The caller a link was made for: a user, whose rights are checked again on use, or the service role, which may download
 * every file.
 */
export type LinkHolder = { user: string } | 'owner'

export interface LinkTokens {
	sign(address: string, holder: LinkHolder, lifetimeSeconds: number): Promise<string>
	/** Throws `InvalidJWT`, or `InvalidSignature` if the token is for another file or purpose. */
	verify(token: string, address: string): Promise<LinkHolder>
}

interface LinkTokenOptions {
	/** Signs links and nothing else. */
	signingKey: string
	clock: Clock
}

export const longestLifetimeSeconds = 3_600

const scope = 'download'
const claimsSchema = z.object({
	url: z.string(),
	scope: z.string(),
	sub: z.union([z.uuid(), z.literal('owner')]),
	iat: z.number(),
	exp: z.number(),
})

/** Signs and checks the tokens of download links; `address` is `<bucket>/<key>`. */
export function createLinkTokens({ signingKey, clock }: LinkTokenOptions): LinkTokens {
	// Imported once: given raw bytes, the library would import them for every token.
	const key = crypto.subtle.importKey(
		'raw',
		Buffer.from(signingKey),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['sign', 'verify'],
	)
	return {
		sign: async (address, holder, lifetimeSeconds) => {
			const issuedAt = unixSeconds(clock)
			return await new SignJWT({ url: address, scope, sub: holder === 'owner' ? 'owner' : holder.user })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuedAt(issuedAt)
				.setExpirationTime(issuedAt + lifetimeSeconds)
				.sign(await key)
		},
		verify: async (token, address) => {
			const claims = await check(token)
			if (claims.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`)
			if (claims.url !== address) throw invalidSignature('Invalid signature')
			return claims.sub === 'owner' ? 'owner' : { user: claims.sub }
		},
	}

	async function check(token: string): Promise<z.infer<typeof claimsSchema>> {
		try {
			const { payload } = await jwtVerify(token, await key, {
				algorithms: ['HS256'],
				requiredClaims: ['url', 'scope', 'sub', 'iat', 'exp'],
				currentDate: clock.now(),
			})
			const claims = claimsSchema.parse(payload)
			if (claims.exp - claims.iat > longestLifetimeSeconds) throw new Error('lifetime too long')
			return claims
		} catch (error) {
			throw invalidToken(error instanceof errors.JOSEError ? error.message : 'invalid token', error)
		}
	}
}
