import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import type { OAuthProvider } from '#server/config/oauth-settings.ts'

/** An OpenID provider whose claims and signatures a test can choose. */
export interface FakeIssuer {
	issuer: string
	/** Signs valid claims with the given changes. `undefined` removes a claim. */
	idToken(change?: Record<string, unknown>, how?: TokenOptions): Promise<string>
	/** Sets the claims of the next tokens, as changes to valid ones. */
	says: { change: Record<string, unknown>; how: TokenOptions }
	/** How often its keys were requested. */
	keysAsked(): number
	stop(): Promise<void>
}

interface TokenOptions {
	/** How the token is signed. `by-a-stranger` uses a key that is not published, `other-kid` names a key that does not exist. */
	signed?: 'well' | 'by-a-stranger' | 'not-at-all' | 'other-kid'
}

const fakeClientId = 'shop.client'

/** Starts the issuer on a free port of this machine. */
export async function startFakeIssuer(): Promise<FakeIssuer> {
	const { privateKey, publicKey } = await generateKeyPair('RS256')
	const stranger = await generateKeyPair('RS256')
	const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
	const says: FakeIssuer['says'] = { change: {}, how: {} }
	let asked = 0
	let lastNonce = ''
	const server = createServer((request, response) => {
		void answer(new URL(request.url ?? '/', issuer)).then((body) => {
			response.setHeader('content-type', 'application/json')
			response.statusCode = body === undefined ? 404 : 200
			response.end(JSON.stringify(body ?? {}))
		})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = addressOf(server.address())
	const issuer = `http://127.0.0.1:${port}`

	async function answer({ pathname }: URL): Promise<unknown> {
		if (pathname === '/.well-known/openid-configuration')
			return {
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				jwks_uri: `${issuer}/jwks`,
				response_types_supported: ['code'],
				subject_types_supported: ['public'],
				id_token_signing_alg_values_supported: ['RS256'],
			}
		if (pathname === '/jwks') {
			asked += 1
			return jwks
		}
		if (pathname === '/token')
			return {
				access_token: 'at',
				token_type: 'Bearer',
				expires_in: 3600,
				id_token: await idToken({ nonce: lastNonce, ...says.change }, says.how),
			}
		return undefined
	}

	async function idToken(change: Record<string, unknown> = {}, { signed = 'well' }: TokenOptions = {}) {
		if (typeof change.nonce === 'string') lastNonce = change.nonce
		const now = Math.floor(Date.now() / 1000)
		const claims: JWTPayload = {
			iss: issuer,
			aud: fakeClientId,
			sub: randomBytes(8).toString('hex'),
			iat: now,
			exp: now + 600,
			email: `${randomBytes(4).toString('hex')}@fake.test`,
			email_verified: true,
			...change,
		}
		for (const [name, value] of Object.entries(change)) if (value === undefined) delete claims[name]
		if (signed === 'not-at-all') return new UnsecuredJWT(claims).encode()
		const key: CryptoKey = signed === 'by-a-stranger' ? stranger.privateKey : privateKey
		const kid = signed === 'other-kid' ? randomBytes(4).toString('hex') : 'k1'
		return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
	}

	return {
		issuer,
		idToken,
		says,
		keysAsked: () => asked,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

/** Returns the fake issuer's settings as a provider of the shop. */
export function fakeProvider({ issuer }: FakeIssuer, name = 'custom:fake'): OAuthProvider {
	return {
		name,
		issuer,
		clientIds: [fakeClientId, 'shop.app'],
		clientSecret: 'fake-secret',
		scopes: 'openid email',
	}
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
	if (address === null || typeof address === 'string') throw new Error('no port')
	return address
}
