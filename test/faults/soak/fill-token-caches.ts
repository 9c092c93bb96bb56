import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { z } from 'zod'
import { rememberedTokens } from '#server/platform/http/access-token.ts'
import type { ShopPair } from '../shop-pair.ts'

const keysSchema = z.object({
	authSigningKeys: z.tuple([z.looseObject({ kty: z.string() })], z.looseObject({ kty: z.string() })),
})

const atOnce = 20

/**
 * Fills each server's cache of verified tokens. Otherwise it would grow for hours until it reaches its limit, and look like a leak.
 * The tokens are signed with the shop's key, so they are verified, and refused only because their sessions don't exist.
 */
export async function fillTokenCaches(pair: ShopPair): Promise<void> {
	const { client } = await pair.shopper()
	const { data } = await client.auth.getSession()
	if (data.session === null) throw new Error('the shopper has no session')
	const token = data.session.access_token
	const { alg, ...header } = decodeProtectedHeader(token)
	if (alg === undefined) throw new Error('the token names no algorithm')
	const keys: unknown = JSON.parse(await readFile(join(pair.servers[0].dataDir, 'keys.json'), 'utf8'))
	const [jwk] = keysSchema.parse(keys).authSigningKeys
	const key = await importJWK(jwk, alg)
	// As long as a real token, so that the caches do not grow when real tokens replace these.
	const sign = () =>
		new SignJWT({ ...decodeJwt(token), session_id: randomUUID() })
			.setProtectedHeader({ ...header, alg })
			.sign(key)
	for (let left = rememberedTokens; left > 0; left -= atOnce) {
		const tokens = await Promise.all(Array.from({ length: atOnce }, sign))
		await Promise.all(
			pair.servers.flatMap(({ url }) => tokens.map((signed) => expectRefusal(`${url}/auth/v1/user`, signed))),
		)
	}
}

async function expectRefusal(url: string, token: string): Promise<void> {
	const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
	const body = await answer.text()
	if (!body.includes('session_not_found')) throw new Error(`${answer.status} ${body}`)
}
