import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { LinkTokens, StorageOptions } from '#server/apis/storage/dependencies.ts'
import { invalidSignature, invalidToken } from '#server/apis/storage/errors.ts'
import { remember } from '#server/platform/cached.ts'
import { unixSeconds } from '#shared/clock.ts'
import { linkSeconds } from '#shared/file-links.ts'

/**
 * How long a link may work. A user's rights are checked again when the link is used, but not their session, so a link that a thief
 * made works until it expires, even if the user has signed out everywhere. The owner may send a link to an accountant, so an
 * owner's links may work longer.
 */
export const longestLifetimeSeconds = { user: linkSeconds.afterPayment, owner: 7 * 86_400 }

const uploadSeconds = 7_200
/** How many verified tokens are cached. */
const remembered = 1_000

const timesSchema = z.object({ url: z.string(), scope: z.string(), iat: z.number(), exp: z.number() })
const downloadSchema = timesSchema.extend({ sub: z.union([z.uuid(), z.literal('owner')]) })
const uploadSchema = z.object({ upsert: z.boolean() })

/**
 * Signs and checks the tokens of links for downloading and uploading. `address` is `<bucket>/<key>`. Caches verified tokens: a
 * viewer reads one file in many requests, and verifying the signature would take a quarter of the processor time of each.
 */
export function createLinkTokens({
	signingKey,
	clock,
}: Pick<StorageOptions, 'signingKey' | 'clock'>): LinkTokens {
	// Imported once: given raw bytes, the library would import the key again for every token.
	const key = crypto.subtle.importKey(
		'raw',
		Buffer.from(signingKey),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['sign', 'verify'],
	)
	const verified = new Map<string, JWTPayload & z.infer<typeof timesSchema>>()
	return {
		sign: (address, holder, lifetimeSeconds) => {
			const sub = holder === 'owner' ? 'owner' : holder.user
			return sign({ url: address, scope: 'download', sub }, lifetimeSeconds)
		},
		verify: async (token, address) => {
			const { sub } = await check(token, { address, scope: 'download' }, downloadSchema)
			return sub === 'owner' ? sub : { user: sub }
		},
		signUpload: (address, { mayReplace }) =>
			sign({ url: address, scope: 'upload', upsert: mayReplace }, uploadSeconds),
		verifyUpload: async (token, address) => {
			const { upsert } = await check(token, { address, scope: 'upload' }, uploadSchema)
			return { mayReplace: upsert }
		},
	}

	async function sign(claims: JWTPayload, lifetimeSeconds: number): Promise<string> {
		const issuedAt = unixSeconds(clock)
		return await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
			.setIssuedAt(issuedAt)
			.setExpirationTime(issuedAt + lifetimeSeconds)
			.sign(await key)
	}

	/** Returns the token's claims if the token is for this file and purpose. */
	async function check<T>(
		token: string,
		{ address, scope }: { address: string; scope: string },
		schema: z.ZodType<T>,
	): Promise<T> {
		const payload = await verifySignature(token)
		if (payload.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`)
		if (payload.url !== address) throw invalidSignature('Invalid signature')
		const claims = schema.safeParse(payload)
		if (!claims.success) throw invalidToken('invalid token', claims.error)
		return claims.data
	}

	async function verifySignature(token: string): Promise<JWTPayload> {
		const known = verified.get(token)
		if (known !== undefined && known.exp > unixSeconds(clock)) return known
		try {
			const { payload } = await jwtVerify(token, await key, {
				algorithms: ['HS256'],
				requiredClaims: ['url', 'scope', 'iat', 'exp'],
				currentDate: clock.now(),
			})
			const times = timesSchema.parse(payload)
			const longest = longestLifetimeSeconds[payload.sub === 'owner' ? 'owner' : 'user']
			if (times.exp - times.iat > (payload.scope === 'upload' ? uploadSeconds : longest))
				throw new Error('lifetime too long')
			remember(verified, token, { ...payload, ...times }, remembered)
			return payload
		} catch (error) {
			throw invalidToken(error instanceof errors.JOSEError ? error.message : 'invalid token', error)
		}
	}
}
